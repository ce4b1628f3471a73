import { beforeEach, expect, test } from "vitest";
import { allByRole, press } from "@foyer/ui/test/dom.tsx";
import {
  requests,
  button,
  click,
  hasChoice,
  nextButton,
  openEventPage,
  radio,
  send,
  sendTwice,
  sentBodies,
  submitForm,
  sunday,
  text,
  fakeShop,
} from "../../../../test/reserve/eventPage.tsx";
import { day, event, group, id, pass, refusal, session, template } from "../../../../test/reserve/eventData.ts";

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
/** What was added to the cart; the shop's answers are fetched again afterwards. */
const reserved = () => sentBodies.findLast((one) => "add" in (one as object));
const hasTickets = () => allByRole("spinbutton").length > 0;

beforeEach(() => {
  fakeShop.template = { ...template, meta: { reserve_flow: "quantity_first" } };
  fakeShop.pricedSessions = () => priced(morning, noon, full);
});

const chooseTwo = () => {
  press(button("More: Adult"));
  press(button("More: Adult"));
};
const find = () => click(button("Find available tickets"));

test("reserves after tickets, a date for all of them and a time with their price", async () => {
  await openEventPage();
  expect(requests.some((one) => one.includes("/calendar"))).toBe(false);
  chooseTwo();
  await find();
  expect(hasTickets()).toBe(false);
  expect(text()).toContain("2 × Adult");
  expect(sentBodies).toEqual([wanted]);
  expect(requests.at(-1)).toContain(`POST /api/events/${event}/calendar?`);
  expect(requests.at(-1)).toContain("_format=extended");

  await click(radio(sunday));
  expect(sentBodies.at(-1)).toEqual(wanted);
  expect(requests.at(-1)).toContain("_ondate=2026-11-22");
  expect(radio("10:00 AM").textContent).toContain("$40");
  expect(radio("12:00 PM").textContent).toContain("$36");
  expect(radio("4:00 PM").getAttribute("aria-disabled")).toBe("true");
  expect(radio("4:00 PM").textContent).toContain("Not enough left");

  await click(radio("10:00 AM"));
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

test("shows what is missing in the order of this form", async () => {
  await openEventPage();
  await sendTwice();
  expect(text()).toContain("Please select at least one ticket to continue.");
  chooseTwo();
  // By the Enter key, or a script of the browser.
  await submitForm();
  expect(text()).toContain("Please click the 'find available tickets' button to continue.");
  await find();
  await sendTwice();
  expect(text()).toContain("Please select a date to continue.");
  await click(radio(sunday));
  await sendTwice();
  expect(text()).toContain("Please select a session to continue.");
  expect(reserved()).toBeUndefined();
});

test("shows the total once the time that determines it is chosen", async () => {
  await openEventPage();
  chooseTwo();
  expect(text()).toContain("$43.002 tickets");
  await find();
  expect(text()).not.toContain("$43.00");
  await click(radio(sunday));
  expect(text()).not.toContain("$43.00");
  await click(radio("10:00 AM"));
  expect(text()).toContain("$43.002 tickets");
});

test("the bar names the next step and looks for dates itself", async () => {
  await openEventPage();
  expect(nextButton().textContent).toBe("Choose tickets");
  chooseTwo();
  expect(nextButton().textContent).toBe("Choose a date");
  await send();
  expect(hasChoice(sunday)).toBe(true);
  expect(text()).not.toContain("Please click");
  await click(radio(sunday));
  expect(nextButton().textContent).toBe("Choose a time");
  await click(radio("10:00 AM"));
  expect(nextButton().textContent).toBe("Reserve");
});

test("does not search without tickets", async () => {
  await openEventPage();
  await find();
  expect(text()).toContain("Please select at least one ticket to continue.");
  expect(hasTickets()).toBe(true);
  expect(sentBodies).toEqual([]);
});

test("a change of the tickets resets date and time and searches again", async () => {
  await openEventPage();
  chooseTwo();
  await find();
  await click(radio(sunday));
  await click(radio("10:00 AM"));
  await click(button("Change tickets"));
  expect(hasTickets()).toBe(true);
  expect(hasChoice(sunday)).toBe(false);
  expect(text()).not.toContain("10:00");
  expect(location.search).toBe("");
  press(button("More: Adult"));
  await find();
  expect(sentBodies.at(-1)).toEqual({ ticket_types_required: [{ ticket_type_id: id(30), quantity: 3 }] });
  expect(hasChoice(sunday)).toBe(true);
});

test("date and time can be changed", async () => {
  await openEventPage();
  chooseTwo();
  await find();
  await click(radio(sunday));
  await click(radio("10:00 AM"));
  await click(button("Change time"));
  expect(hasChoice("12:00 PM")).toBe(true);
  await click(button("Change date"));
  expect(hasChoice(sunday)).toBe(true);
  expect(hasChoice("12:00 PM")).toBe(false);
  expect(text()).toContain("2 × Adult");
});

test("uses the prices of the chosen time", async () => {
  await openEventPage();
  chooseTwo();
  expect(text()).toContain("$43.00");
  await find();
  await click(radio(sunday));
  fakeShop.typePrice = "17";
  await click(radio("12:00 PM"));
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
])("shows why there is no calendar: %s", async (_, status, body, sentence) => {
  fakeShop.pricedDays = () => ({ status, body });
  await openEventPage();
  chooseTwo();
  await find();
  expect(text()).toContain(sentence);
  expect(hasTickets()).toBe(true);
  fakeShop.pricedDays = () => ({ status: 200, body: { calendar: { _data: fakeShop.days } } });
  await find();
  expect(text()).not.toContain(sentence);
  expect(hasChoice(sunday)).toBe(true);
});

test("notes on days and times can depend on the number of tickets", async () => {
  const rule = (min: number, note: string) => ({
    actions: { date_annotation: `${note} day`, session_annotation: `${note} time` },
    triggers: { quantity: { min } },
  });
  fakeShop.messageRules = [rule(2, "Pairs"), rule(3, "Groups")];
  await openEventPage();
  chooseTwo();
  await find();
  expect(radio(sunday).textContent).toContain("Pairs day");
  await click(radio(sunday));
  expect(radio("10:00 AM").textContent).toContain("Pairs time");
  expect(text()).not.toContain("Groups");
});

test("says when no date has enough tickets", async () => {
  fakeShop.days = [day("2026-11-22", "sold_out")];
  await openEventPage();
  chooseTwo();
  await find();
  expect(text()).toContain("No date has that many tickets left. Please choose fewer tickets.");
  await click(button("Change tickets"));
  expect(hasTickets()).toBe(true);
});

test("keeps the tickets and asks for another time when the session has sold out", async () => {
  await openEventPage();
  chooseTwo();
  await find();
  await click(radio(sunday));
  await click(radio("10:00 AM"));
  fakeShop.reserve = () => {
    fakeShop.pricedSessions = () => priced({ ...morning, sold_out: true, left: 0 }, noon);
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

test("asks for another date when the whole day has sold out", async () => {
  await openEventPage();
  chooseTwo();
  await find();
  await click(radio(sunday));
  await click(radio("10:00 AM"));
  fakeShop.reserve = () => {
    fakeShop.pricedSessions = () => priced({ ...morning, sold_out: true, left: 0 });
    fakeShop.days = [day("2026-11-21"), day("2026-11-22", "sold_out")];
    return { status: 409, body: refusal("event_session_sold_out", "reserve", "") };
  };
  await send();
  expect(text()).toContain(
    "Tickets have sold out for Sunday, November 22, 2026. Please select another date and try again.",
  );
  expect(hasChoice("Saturday, November 21")).toBe(true);
});

test("a link fills in the tickets and, after the search, its time", async () => {
  await openEventPage(`session=${id(41)}&quantity=Adult:2`);
  expect(sentBodies).toEqual([]);
  await find();
  expect(text()).toContain("12:00 PM");
  expect(text()).toContain("Sunday, November 22");
});

test("a link that reserves also starts the search", async () => {
  await openEventPage(`session=${id(41)}&quantity=Adult:2&reserve=true`);
  expect(reserved()).toMatchObject({ add: [{ event_session_id: id(41) }], reserve: true });
});

test("offers flexible tickets separately", async () => {
  fakeShop.groups = [group, pass];
  await openEventPage();
  await click(button("Any date, flexible tickets"));
  press(button("More: Pass"));
  await send();
  expect(sentBodies).toMatchObject([{ add: [{ ticket_types_required: [{ ticket_type_id: id(32), quantity: 1 }] }] }]);
});
