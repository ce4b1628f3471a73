import { beforeEach, expect, test } from "vitest";
import { allByRole, press } from "@foyer/ui/testing.tsx";
import {
  asked,
  button,
  choose,
  day,
  event,
  group,
  hasChoice,
  id,
  open,
  pass,
  radio,
  refusal,
  send,
  sent,
  session,
  sunday,
  template,
  text,
  world,
} from "./eventPage.testing.tsx";

const priced = (...sessions: object[]) => ({
  status: 200,
  body: {
    event_session: { _data: sessions },
    price_schedule: {
      _data: sessions.map((one) => {
        const { id: event_session_id, price, sold_out } = one as { id: string; price: string; sold_out: boolean };
        return { event_session_id, price, fees: "3", available: !sold_out };
      }),
    },
  },
});
const morning = session(40, "10:00", { price: "40" });
const noon = session(41, "12:00", { price: "36" });
const full = session(42, "16:00", { price: "40", sold_out: true, left: 1 });
const wanted = { ticket_types_required: [{ ticket_type_id: id(30), quantity: 2 }] };
/** What was put into the cart: answers are asked for anew afterwards. */
const reserved = () => sent.findLast((one) => "add" in (one as object));
const hasTickets = () => allByRole("spinbutton").length > 0;

beforeEach(() => {
  world.template = { ...template, meta: { reserve_flow: "quantity_first" } };
  world.pricedSessions = () => priced(morning, noon, full);
});

const chooseTwo = () => {
  press(button("More: Adult"));
  press(button("More: Adult"));
};
const find = () => choose(button("Find available tickets"));

test("tickets, then a date for all of them, then a time at their price, then the cart", async () => {
  await open();
  expect(asked.some((one) => one.includes("/calendar"))).toBe(false);
  chooseTwo();
  await find();
  expect(hasTickets()).toBe(false);
  expect(text()).toContain("2 × Adult");
  expect(sent).toEqual([wanted]);
  expect(asked.at(-1)).toContain(`POST /api/events/${event}/calendar?`);
  expect(asked.at(-1)).toContain("_format=extended");

  await choose(radio(sunday));
  expect(sent.at(-1)).toEqual(wanted);
  expect(asked.at(-1)).toContain("_ondate=2026-11-22");
  expect(radio("10:00 AM").textContent).toContain("$40");
  expect(radio("12:00 PM").textContent).toContain("$36");
  expect(radio("4:00 PM").getAttribute("aria-disabled")).toBe("true");
  expect(radio("4:00 PM").textContent).toContain("Not enough left");

  await choose(radio("10:00 AM"));
  await send();
  expect(reserved()).toMatchObject({
    add: [
      {
        event_template_id: event,
        event_session_id: id(40),
        ticket_types_required: [{ ticket_type_id: id(30), quantity: 2 }],
      },
    ],
    reserve: true,
  });
  expect(location.pathname).toBe("/harbor/checkout");
});

test("what is missing is said in the order of this form", async () => {
  await open();
  await send();
  expect(text()).toContain("Please select at least one ticket to continue.");
  chooseTwo();
  await send();
  expect(text()).toContain("Please click the 'find available tickets' button to continue.");
  await find();
  await send();
  expect(text()).toContain("Please select a date to continue.");
  await choose(radio(sunday));
  await send();
  expect(text()).toContain("Please select a session to continue.");
  expect(reserved()).toBeUndefined();
});

test("a total is named when the time that decides it is chosen", async () => {
  await open();
  chooseTwo();
  expect(text()).toContain("Total $");
  await find();
  expect(text()).toContain("Total –");
  await choose(radio(sunday));
  expect(text()).toContain("Total –");
  await choose(radio("10:00 AM"));
  expect(text()).toContain("Total $");
});

test("nothing is looked for where nothing is chosen", async () => {
  await open();
  await find();
  expect(text()).toContain("Please select at least one ticket to continue.");
  expect(hasTickets()).toBe(true);
  expect(sent).toEqual([]);
});

test("a change of the tickets forgets date and time, and asks anew", async () => {
  await open();
  chooseTwo();
  await find();
  await choose(radio(sunday));
  await choose(radio("10:00 AM"));
  await choose(button("Change tickets"));
  expect(hasTickets()).toBe(true);
  expect(hasChoice(sunday)).toBe(false);
  expect(text()).not.toContain("10:00");
  expect(location.search).toBe("");
  press(button("More: Adult"));
  await find();
  expect(sent.at(-1)).toEqual({ ticket_types_required: [{ ticket_type_id: id(30), quantity: 3 }] });
  expect(hasChoice(sunday)).toBe(true);
});

test("a date and a time can be given back", async () => {
  await open();
  chooseTwo();
  await find();
  await choose(radio(sunday));
  await choose(radio("10:00 AM"));
  await choose(button("Change time"));
  expect(hasChoice("12:00 PM")).toBe(true);
  await choose(button("Change date"));
  expect(hasChoice(sunday)).toBe(true);
  expect(hasChoice("12:00 PM")).toBe(false);
  expect(text()).toContain("2 × Adult");
});

test("the time chosen brings its own prices", async () => {
  await open();
  chooseTwo();
  expect(text()).toContain("$43.00");
  await find();
  await choose(radio(sunday));
  world.typePrice = "17";
  await choose(radio("12:00 PM"));
  expect(text()).toContain("$37.00");
});

test.each([
  [
    "too many types",
    422,
    refusal("validation_failed", "event_calendar", "Too much."),
    "You can only select up to 10 different types of tickets.",
  ],
  [
    "another refusal, in the server's words",
    409,
    refusal("ticket_type_not_available", "event_calendar", "Adult is not sold any more."),
    "Adult is not sold any more.",
  ],
  ["anything else", 500, {}, "Sorry! Something unexpected happened. Please try again."],
])("no calendar: %s", async (_, status, body, sentence) => {
  world.pricedDays = () => ({ status, body });
  await open();
  chooseTwo();
  await find();
  expect(text()).toContain(sentence);
  expect(hasTickets()).toBe(true);
  world.pricedDays = () => ({ status: 200, body: { calendar: { _data: world.days } } });
  await find();
  expect(text()).not.toContain(sentence);
  expect(hasChoice(sunday)).toBe(true);
});

test("no date for so many", async () => {
  world.days = [day("2026-11-22", "sold_out")];
  await open();
  chooseTwo();
  await find();
  expect(text()).toContain("There is no date with so many tickets. Please choose fewer.");
  await choose(button("Change tickets"));
  expect(hasTickets()).toBe(true);
});

test("sold out meanwhile: the tickets stay, another time is asked for", async () => {
  await open();
  chooseTwo();
  await find();
  await choose(radio(sunday));
  await choose(radio("10:00 AM"));
  world.reserve = () => {
    world.pricedSessions = () => priced({ ...morning, sold_out: true, left: 0 }, noon);
    return { status: 409, body: refusal("event_session_sold_out", "reserve", "") };
  };
  await send();
  expect(text()).toContain(
    "Tickets have sold out for the session at 10:00 AM. Please select another session and try again.",
  );
  expect(text()).toContain("2 × Adult");
  expect(radio("10:00 AM").getAttribute("aria-disabled")).toBe("true");
  expect(radio("12:00 PM").getAttribute("aria-checked")).toBe("false");
});

test("sold out meanwhile, all of the day: another date is asked for", async () => {
  await open();
  chooseTwo();
  await find();
  await choose(radio(sunday));
  await choose(radio("10:00 AM"));
  world.reserve = () => {
    world.pricedSessions = () => priced({ ...morning, sold_out: true, left: 0 });
    world.days = [day("2026-11-21"), day("2026-11-22", "sold_out")];
    return { status: 409, body: refusal("event_session_sold_out", "reserve", "") };
  };
  await send();
  expect(text()).toContain(
    "Tickets have sold out for Sunday, November 22, 2026. Please select another date and try again.",
  );
  expect(hasChoice("Saturday, November 21")).toBe(true);
});

test("a link fills in the tickets and, once they are looked for, its time", async () => {
  await open(`session=${id(41)}&quantity=Adult:2`);
  expect(sent).toEqual([]);
  await find();
  expect(text()).toContain("12:00 PM");
  expect(text()).toContain("Sunday, November 22");
});

test("a link that reserves presses the button too", async () => {
  await open(`session=${id(41)}&quantity=Adult:2&reserve=true`);
  expect(reserved()).toMatchObject({ add: [{ event_session_id: id(41) }], reserve: true });
});

test("tickets for any date are a choice of their own", async () => {
  world.groups = [group, pass];
  await open();
  await choose(button("Any date, flexible tickets"));
  press(button("More: Pass"));
  await send();
  expect(sent).toMatchObject([{ add: [{ ticket_types_required: [{ ticket_type_id: id(32), quantity: 1 }] }] }]);
});
