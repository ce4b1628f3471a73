// @vitest-environment happy-dom
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { act } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { Router } from "wouter";
import type { Boot } from "@foyer/contract/boot.ts";
import { Announcer } from "@foyer/ui/Announcer.tsx";
import { ModalStack } from "@foyer/ui/ModalStack.tsx";
import { allByRole, byRole, press, show, type } from "@foyer/ui/testing.tsx";
import { setFetcher } from "../../api/call.ts";
import { newQueryClient } from "../../shared/queryClient.ts";
import { savedOf } from "../../shared/saved.ts";
import { BootProvider } from "../../shared/seller.tsx";
import { EventPage } from "./EventPage.tsx";
import { forgetGuest } from "./guestAnswer.ts";

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const event = id(1);

const template = {
  id: event,
  seller_id: id(9),
  venue_id: null,
  name: "Salt and Light",
  subtitle: null,
  summary: null,
  description: null,
  category: null,
  event_type: "repeating",
  hidden_type: "public_browsable",
  _rank: 0,
  meta: {},
  config: {},
};
const group = {
  id: id(20),
  event_template_id: event,
  name: "General",
  summary: null,
  description: null,
  handler: "tickets",
  hidden_type: "public_browsable",
  start_policy: null,
  start_policy_date: null,
  duration_new: null,
  min_tickets_per_order: 1,
  max_tickets_per_order: 3,
  color: null,
  sales_start: null,
  sales_end: null,
  available: true,
  sold_out: false,
  left: null,
  exclude_from_event_capacity: false,
  additional_info_spec: null,
  meta: {},
  _rank: 0,
};
const pass = { ...group, id: id(21), name: "Season pass", handler: "passes", start_policy: "fixedfrom" };
const adult = {
  id: id(30),
  ticket_group_id: id(20),
  name: "Adult",
  summary: null,
  description: null,
  currency_amount: "20",
  discounted_amount: "20",
  currency_amount_min: null,
  currency_amount_max: null,
  outside_fees: [{ fee_fixed_outside: true, fee: "1.50" }],
  available: true,
  member_event_ticket_type: null,
  event_template_category: null,
  _rank: 0,
};
const gift = {
  ...adult,
  id: id(31),
  name: "Patron",
  currency_amount_min: "5",
  currency_amount_max: "500",
  outside_fees: [],
  _rank: 1,
};
const passType = { ...adult, id: id(32), ticket_group_id: id(21), name: "Pass", outside_fees: [] };

type World = {
  days: object[];
  sessions: object[];
  groups: object[];
  template: object;
  reserve: () => { status: number; body: unknown };
};
const day = (date: string, status = "available") => ({
  date,
  status,
  min_price: "20",
  min_price_fees: { outside: "1.50" },
  left: null,
  sessions: 2,
});
const session = (number: number, time: string, more: object = {}) => ({
  id: id(number),
  event_template_id: event,
  start_datetime: `2026-11-22T${time}:00Z`,
  end_datetime: `2026-11-22T${time.slice(0, 2)}:59:00Z`,
  local_day: "2026-11-22",
  local_start: time,
  local_end: time,
  sold_out: false,
  cancelled: false,
  left: null,
  min_price: "20",
  price: null,
  ...more,
});
const cart = { id: id(70), expires_in: 900, expires_at: null, lines: [], anchor: null };
const refusal = (code: string, context: string, description: string) => ({
  _data: [{ _code: code, _context: context, _description: description }],
});

let client: QueryClient;
let world: World;
let asked: string[];
let sent: unknown[];

beforeEach(() => {
  savedOf("harbor").change({ cart_id: null, local_expiry: null });
  client = newQueryClient();
  world = {
    days: [day("2026-11-21"), day("2026-11-22"), day("2026-11-23", "sold_out")],
    sessions: [session(40, "10:00"), session(41, "14:00")],
    groups: [group],
    template,
    reserve: () => ({ status: 200, body: { cart: { _data: [cart] }, ticket: { _data: [] } } }),
  };
  asked = [];
  sent = [];
  history.replaceState(null, "", `/harbor/events/${event}`);
  setFetcher(async (path, init) => {
    asked.push(`${init.method} ${path}`);
    if (init.body) sent.push(JSON.parse(init.body));
    const { status, body } = answer(path.split("?")[0] ?? "", init.method);
    return new Response(JSON.stringify(body), { status });
  });
});
const answer = (path: string, method: string): { status: number; body: unknown } => {
  const ok = (body: unknown) => ({ status: 200, body });
  if (method === "POST") return world.reserve();
  if (path.includes("/my/cart")) return ok({ cart: { _data: [cart] }, ticket: { _data: [] } });
  if (path.endsWith("/calendar")) return ok({ calendar: { _data: world.days } });
  if (path.endsWith("/sessions")) return ok({ event_session: { _data: world.sessions } });
  if (path.includes("/sessions/")) {
    const found = world.sessions.find((one) => path.endsWith((one as { id: string }).id));
    return found
      ? ok({
          event_session: { _data: [found] },
          event_template: { _data: [world.template] },
          ticket_group: { _data: world.groups },
          ticket_type: { _data: [adult, gift] },
        })
      : { status: 404, body: refusal("event_session_not_found", "general", "") };
  }
  if (path.endsWith(`/events/${event}`))
    return ok({
      event_template: { _data: [world.template] },
      ticket_group: { _data: world.groups },
      ticket_type: { _data: [adult, gift, passType] },
      message_rule: { _data: [] },
    });
  return { status: 404, body: refusal("event_not_found", "general", "") };
};

const seller = {
  id: id(9),
  slug: "harbor",
  name: "Harbor",
  default_currency_code: "USD",
  locale: "en-US",
  timezone: "America/New_York",
  meta: {},
  theme: {},
  strings: {},
  web: {},
  configuration: {},
};
const boot: Boot = {
  seller,
  base: "/harbor",
  flags: {},
  environment: "production",
  now: "2026-11-21T12:00:00Z",
  origin: "http://localhost",
  shown: { route: "event", path: `/events/${event}`, search: "" },
};

const frame = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
const isBusy = () =>
  client.isFetching() + client.isMutating() > 0 || (document.body.textContent ?? "").includes("Loading questions");
/** Lets answers arrive and the page show them; one answer may lead to the next question. */
const settle = async () => {
  for (let quiet = 0; quiet < 2; quiet = isBusy() ? 0 : quiet + 1) await frame();
};
type Visit = {
  eventId?: string;
  now?: string;
  web?: Boot["seller"]["web"];
  configuration?: Boot["seller"]["configuration"];
};
const open = async (search = "", { eventId = event, now = boot.now, web = {}, configuration = {} }: Visit = {}) => {
  if (search) history.replaceState(null, "", `/harbor/events/${eventId}?${search}`);
  show(
    <BootProvider boot={{ ...boot, seller: { ...seller, web, configuration }, now }}>
      <QueryClientProvider client={client}>
        <Router base="/harbor">
          <Announcer>
            <ModalStack>
              <EventPage eventId={eventId} />
            </ModalStack>
          </Announcer>
        </Router>
      </QueryClientProvider>
    </BootProvider>,
  );
  await settle();
};
const choose = async (element: HTMLElement) => {
  press(element);
  await settle();
};
const radio = (start: string) => {
  const found = allByRole("radio").find((element) =>
    (element.querySelector("[hidden]")?.textContent ?? element.textContent ?? "")
      .replace("\u00a0", " ")
      .startsWith(start),
  );
  if (!found) throw new Error(`no choice ${start}`);
  return found;
};
const hasChoice = (start: string) =>
  allByRole("radio").some((element) =>
    (element.querySelector("[hidden]")?.textContent ?? element.textContent ?? "")
      .replace("\u00a0", " ")
      .startsWith(start),
  );
const send = () => choose([...document.querySelectorAll<HTMLElement>('button[type="submit"]')][0] as HTMLElement);
const text = () => (document.querySelector("form")?.textContent ?? "").replaceAll("\u00a0", " ");
const sunday = "Sunday, November 22";
const button = (name: string) => byRole("button", name);

test("date, then time, then tickets, then the cart and onwards", async () => {
  await open();
  expect(hasChoice("10:00")).toBe(false);
  await choose(radio(sunday));
  expect(location.search).toBe("?date=2026-11-22");
  await choose(radio("10:00 AM"));
  expect(location.search).toBe(`?session=${id(40)}`);
  expect(document.activeElement?.textContent).toBe("Choose tickets");
  press(button("More: Adult"));
  press(button("More: Adult"));
  expect(text()).toContain("$43.00");
  await send();
  expect(sent).toEqual([
    {
      add: [
        {
          event_template_id: event,
          event_session_id: id(40),
          ticket_types_required: [{ ticket_type_id: id(30), quantity: 2 }],
        },
      ],
      reserve: true,
      channel_id: "web",
      campaign: {},
    },
  ]);
  expect(location.pathname).toBe("/harbor/checkout");
  expect(savedOf("harbor").get().cart_id).toBe(id(70));
});

test("the local clock of the cart ends five seconds before the server's", async () => {
  await open(`session=${id(40)}&quantity=Adult:1`);
  const before = Date.now();
  await send();
  const left = (savedOf("harbor").get().local_expiry ?? 0) - before;
  expect(left).toBeGreaterThanOrEqual(895_000);
  expect(left).toBeLessThan(896_000);
});

test("what is missing is said in order, and gets the focus", async () => {
  await open();
  await send();
  expect(text()).toContain("Please select a date to continue.");
  expect(document.activeElement?.getAttribute("role")).toBe("radio");
  await choose(radio(sunday));
  await send();
  expect(text()).toContain("Please select a session to continue.");
  await choose(radio("10:00 AM"));
  await send();
  expect(text()).toContain("Please select at least one ticket to continue.");
  expect(document.activeElement?.getAttribute("role")).toBe("spinbutton");
  expect(sent).toEqual([]);
});

test("Change gives the dates back and forgets what came after", async () => {
  await open();
  await choose(radio(sunday));
  await choose(radio("10:00 AM"));
  press(button("More: Adult"));
  await choose(button("Change date"));
  expect(hasChoice(sunday)).toBe(true);
  expect(text()).not.toContain("Choose tickets");
  expect(text()).toContain("$0.00");
  expect(location.search).toBe("");
});

test("the browser's Back leads from the time to the date", async () => {
  await open();
  await choose(radio(sunday));
  await choose(radio("10:00 AM"));
  await act(async () => history.replaceState(null, "", `/harbor/events/${event}?date=2026-11-22`));
  await settle();
  expect(hasChoice("10:00 AM")).toBe(true);
  expect(text()).not.toContain("Choose tickets");
});

test("where there is no choice nothing is asked", async () => {
  world.days = [day("2026-11-22"), day("2026-11-23", "sold_out")];
  world.sessions = [session(40, "10:00", { sold_out: true, left: 0 }), session(41, "14:00")];
  await open();
  expect(text()).toContain("Sunday, November 22");
  expect(text()).toContain("2:00 PM");
  expect(text()).toContain("Choose tickets");
  expect(document.querySelector('[aria-label^="Change"]')).toBeNull();
});

test("a day of one long session shows no time", async () => {
  world.sessions = [session(40, "10:00", { end_datetime: "2026-11-22T18:00:00Z" })];
  await open("date=2026-11-22");
  expect(text()).toContain("All day");
});

test("a link with a session and quantities needs only the button", async () => {
  await open(`session=${id(41)}&quantity=adult:2`);
  expect(text()).toContain("2:00 PM");
  expect(text()).toContain("$43.00");
});

describe("a link that reserves as well", () => {
  const whole = `session=${id(41)}&quantity=adult:2`;
  const soldOut = () => ({ status: 409, body: refusal("ticket_group_sold_out", "reserve", "General is sold out.") });
  const words = () => document.body.textContent ?? "";
  const hasForm = () => document.querySelector("form") !== null;

  test.each(["true", "warn", "strict"])("%s does so at once, and once", async (wish) => {
    await open(`${whole}&reserve=${wish}`);
    expect(sent).toMatchObject([
      {
        add: [{ event_session_id: id(41), ticket_types_required: [{ ticket_type_id: id(30), quantity: 2 }] }],
        reserve: true,
      },
    ]);
    expect(location.search).not.toContain("reserve=");
  });

  test("false only chooses", async () => {
    await open(`${whole}&reserve=no`);
    expect(sent).toEqual([]);
  });

  test.each([
    ["true", "", true],
    ["warn", "General is sold out.", true],
    ["strict", "General is sold out.", false],
  ])("%s, when the tickets have gone", async (wish, said, form) => {
    world.reserve = soldOut;
    await open(`${whole}&reserve=${wish}`);
    expect(sent).toHaveLength(1);
    expect(words().includes("General is sold out.")).toBe(said !== "");
    expect(hasForm()).toBe(form);
  });

  test("what the visitor then sends by hand is answered aloud", async () => {
    world.reserve = soldOut;
    await open(`${whole}&reserve=true`);
    await send();
    expect(words()).toContain("General is sold out.");
  });

  test.each([
    ["true", false, true],
    ["warn", true, true],
    ["strict", true, false],
  ])("%s, for types that are not there", async (wish, isSaid, form) => {
    await open(`session=${id(41)}&quantity=Nobody:2&reserve=${wish}`);
    expect(sent).toEqual([]);
    expect(words().includes("Sorry, the selected ticket type(s) are not available.")).toBe(isSaid);
    expect(hasForm()).toBe(form);
  });

  test("strict, for a date that cannot be had", async () => {
    await open("date=2026-11-23&quantity=Adult:1&reserve=strict");
    expect(words()).toContain("Sorry, tickets are not available on the date of your visit.");
    expect(hasForm()).toBe(false);
  });

  test("never takes fewer than it names", async () => {
    await open(`session=${id(41)}&quantity=Adult:9&reserve=true`);
    expect(sent).toEqual([]);
    expect(hasForm()).toBe(true);
  });

  test("warn says what is still to be chosen", async () => {
    await open("date=2026-11-22&reserve=warn");
    expect(sent).toEqual([]);
    expect(words()).toContain("Please select a session to continue.");
  });
});

test("a link with both a date and a session says so where it is to warn", async () => {
  await open(`session=${id(41)}&date=2026-11-22&reserve=warn`);
  expect(text()).toContain("The link cannot contain both a date and a session.");
  expect(hasChoice(sunday)).toBe(true);
});

test.each([
  ["today", "2026-11-22"],
  ["tomorrow", "2026-11-21"],
])("a link may say %s", async (date, today) => {
  await open(`date=${date}`, { now: `${today}T20:00:00Z` });
  expect(text()).toContain("Sunday, November 22");
  expect(text()).toContain("Choose a time");
});

test("a date of the link that cannot be had is said so", async () => {
  await open("date=2026-11-23");
  expect(text()).toContain("Sorry, tickets are not available on the date of your visit.");
  expect(hasChoice(sunday)).toBe(true);
});

test("passes need no date, and a date turns them off", async () => {
  world.groups = [group, pass];
  await open();
  await choose(button("Any date, flexible tickets"));
  expect(text()).toContain("Any date");
  press(button("More: Pass"));
  expect(text()).toContain("$20.00");
  await choose(button("Change date"));
  await choose(radio(sunday));
  expect(text()).toContain("$0.00");
});

test("a price of one's own stays within its ends", async () => {
  await open(`session=${id(40)}`);
  press(button("More: Patron"));
  const amount = document.querySelector<HTMLInputElement>("input[data-money]") as HTMLInputElement;
  type(amount, "4.99");
  await send();
  expect(text()).toContain("Value entered is outside min/max");
  expect(document.activeElement).toBe(amount);
  type(amount, "25");
  await send();
  expect(sent).toMatchObject([
    { add: [{ ticket_types_required: [{ ticket_type_id: id(31), quantity: 1, face_value: "25.00" }] }] },
  ]);
});

test("no more than the order may hold", async () => {
  await open(`session=${id(40)}&quantity=Adult:9`);
  expect(byRole("spinbutton", "Adult").getAttribute("aria-valuenow")).toBe("3");
  expect(button("More: Patron").getAttribute("aria-disabled")).toBe("true");
});

test("a session that has just sold out: another one can be chosen", async () => {
  await open(`session=${id(40)}&quantity=Adult:1`);
  world.reserve = () => {
    world.sessions = [session(40, "10:00", { sold_out: true, left: 0 }), session(41, "14:00"), session(42, "16:00")];
    return { status: 409, body: refusal("event_session_sold_out", "reserve", "") };
  };
  await send();
  expect(text()).toContain(
    "Tickets have sold out for the session at 10:00 AM. Please select another session and try again.",
  );
  expect(hasChoice("2:00 PM")).toBe(true);
});

test("after a refusal no cache is asked any more, nor listened to, and nothing chooses itself", async () => {
  await open(`session=${id(40)}&quantity=Adult:1`);
  world.reserve = () => {
    // Somebody looked at the window at the wrong moment: an old answer of a cache is on its way.
    void client.refetchQueries({ queryKey: ["event", event, "sessions"] });
    world.sessions = [session(40, "10:00", { sold_out: true, left: 0 }), session(41, "14:00")];
    return { status: 409, body: refusal("event_session_sold_out", "reserve", "") };
  };
  asked = [];
  await send();
  const after = asked.slice(asked.findIndex((one) => one.startsWith("GET /api/")));
  expect(after.filter((one) => one.includes("/cached_api/"))).toEqual([]);
  expect(after.map((one) => one.split("?")[0])).toEqual(
    expect.arrayContaining(["sessions", "calendar", ""].map((part) => `GET /api/events/${event}${part && `/${part}`}`)),
  );
  expect(radio("10:00 AM").getAttribute("aria-disabled")).toBe("true");
  expect(hasChoice("2:00 PM")).toBe(true);
  expect(text()).not.toContain("Choose tickets");
});

test("a date that has just sold out: another one can be chosen", async () => {
  await open(`session=${id(40)}&quantity=Adult:1`);
  world.reserve = () => {
    world.sessions = [session(40, "10:00", { sold_out: true, left: 0 })];
    world.days = [day("2026-11-20"), day("2026-11-21"), day("2026-11-22", "sold_out")];
    return { status: 409, body: refusal("event_session_sold_out", "reserve", "") };
  };
  await send();
  expect(text()).toContain(
    "Tickets have sold out for Sunday, November 22, 2026. Please select another date and try again.",
  );
  expect(hasChoice("Saturday, November 21")).toBe(true);
});

test.each([
  [
    "an expected refusal",
    422,
    refusal("max_tickets_per_order_exceeded", "reserve", "You can buy at most 3 General tickets in one order."),
    "You can buy at most 3 General tickets in one order.",
    false,
  ],
  ["anything else", 500, {}, "Sorry! Something unexpected happened. Please try again.", true],
])("%s is said where it happened", async (_, status, body, sentence, goesOn) => {
  await open(`session=${id(40)}&quantity=Adult:1`);
  world.reserve = () => ({ status, body });
  await send();
  expect(text()).toContain(sentence);
  expect([...document.querySelectorAll("form a")].some((link) => link.textContent === "Continue")).toBe(goesOn);
});

test("whoever has a cart asks past the caches, and adds to it", async () => {
  savedOf("harbor").change({ cart_id: id(70), local_expiry: Date.now() + 60_000 });
  await open(`session=${id(40)}&quantity=Adult:1`);
  expect(asked.filter((one) => one.includes("/cached_api/"))).toEqual([]);
  await send();
  expect(asked.at(-1) ?? "").toContain("GET");
  expect(asked.some((one) => one.startsWith(`POST /api/my/cart/${id(70)}/modify`))).toBe(true);
});

test("an event nobody knows leads to the 404 route", async () => {
  await open("", { eventId: id(999) });
  expect(location.pathname).toBe("/harbor/404");
});

test("an event for members says so", async () => {
  world.template = { ...template, hidden_type: "public_member_only" };
  world.groups = [];
  await open();
  expect(document.body.textContent).toContain("Members only");
  expect(document.querySelector(`a[href="/harbor/events/${event}?login=true"]`)).not.toBeNull();
});

test("an event without tickets says so, with a way back", async () => {
  world.groups = [];
  await open();
  expect(document.body.textContent).toContain("Sorry, tickets are not available for this event.");
  expect(document.querySelector('a[href="/harbor/events"]')).not.toBeNull();
});

describe("details", () => {
  const field = (label: string): HTMLInputElement => {
    const found = [...document.querySelectorAll("label")].find(
      (one) => (one.textContent ?? "").replace(/\s+/g, " ").trim() === label,
    );
    const control = found && (document.getElementById(found.htmlFor) ?? found.querySelector("input"));
    if (!control) throw new Error(`no field ${label}`);
    return control as HTMLInputElement;
  };
  const errorOf = (control: HTMLElement) =>
    (control.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((one) => document.getElementById(one)?.textContent ?? "")
      .join(" ");
  const adults = (count: number) => open(`session=${id(40)}&quantity=Adult:${count}`);

  test("attendees: as many as tickets, in order, kept while quantities change", async () => {
    world.groups = [{ ...group, meta: { admit_names: "required", admit_emails: "optional" } }];
    await adults(2);
    type(field("Adult 2 – First name"), "Bo");
    press(button("Fewer: Adult"));
    expect(document.body.textContent).not.toContain("Adult 2");
    press(button("More: Adult"));
    await settle();
    expect(field("Adult 2 – First name").value).toBe("Bo");
    expect(field("Adult 1 – Email (optional)").type).toBe("email");

    await send();
    expect(sent).toEqual([]);
    expect(document.activeElement).toBe(field("Adult 1 – First name"));
    expect(errorOf(field("Adult 1 – Last name"))).toContain("This field is required.");
    press(button("More: Adult"));
    await settle();
    expect(field("Adult 3 – First name").getAttribute("aria-invalid")).toBeNull();
    press(button("Fewer: Adult"));

    type(field("Adult 1 – First name"), " Ada ");
    type(field("Adult 1 – Last name"), "Lovelace");
    type(field("Adult 1 – Email (optional)"), "ada");
    type(field("Adult 2 – Last name"), "Ek");
    await send();
    expect(errorOf(field("Adult 1 – Email (optional)"))).toContain("Please enter a valid email address.");
    type(field("Adult 1 – Email (optional)"), "ada@example.org");
    await send();
    expect(sent).toMatchObject([
      {
        add: [
          {
            ticket_types_required: [
              { quantity: 2, admit_names: ["Ada Lovelace", "Bo Ek"], admit_emails: ["ada@example.org", ""] },
            ],
          },
        ],
      },
    ]);
  });

  const survey = {
    properties: {
      note: { type: "string", title: "Anything else?", propertyOrder: 9 },
      diet: { enum: ["All", "Vegan"], title: "What do you eat?", propertyOrder: 1 },
      from: { enum: ["A", "B", "C", "D"], title: "Where from?", propertyOrder: 2 },
      age: { type: "integer", minimum: 4, title: "How old?", propertyOrder: 3 },
      born: { format: "date", title: "Since when?", propertyOrder: 4 },
      tell: { type: "boolean", title: "Tell me more", propertyOrder: 5 },
      card: { type: "string", title: "Member card", context: "member" },
    },
    required: ["diet", "age"],
  };

  test("a survey asks in its order, says what is wrong, and sends what is answered", async () => {
    world.groups = [{ ...group, additional_info_spec: survey }];
    await adults(1);
    expect(text()).toMatch(/What do you eat\?.*Where from\?.*How old\?.*Since when\?.*Tell me more.*Anything else\?/);
    expect(text()).not.toContain("Member card");
    await send();
    expect(sent).toEqual([]);
    expect((document.activeElement as HTMLInputElement).value).toBe("All");
    press(field("Vegan"));
    type(field("How old?"), "3");
    await send();
    expect(errorOf(field("How old?"))).toContain("Please enter 4 or more.");
    type(field("How old?"), "5");
    type(field("Anything else? (optional)"), " no ");
    press(field("Tell me more"));
    await send();
    expect(sent).toMatchObject([{ additionalInfo: { [id(20)]: { diet: "Vegan", age: 5, tell: true, note: "no" } } }]);
    expect(
      Object.keys((sent[0] as { additionalInfo: Record<string, object> }).additionalInfo[id(20)] ?? {}),
    ).toHaveLength(4);
  });

  test("an answer that the server refuses is said beside it, until it is changed", async () => {
    world.groups = [{ ...group, additional_info_spec: survey }];
    await adults(1);
    press(field("All"));
    type(field("How old?"), "5");
    world.reserve = () => ({
      status: 422,
      body: {
        _data: [
          {
            _code: "additional_info_validation_failed",
            _context: "reserve",
            _description: "Please check your answers and try again.",
            _extra: { ticket_group_id: id(20), question: "age" },
          },
        ],
      },
    });
    await send();
    expect(errorOf(field("How old?"))).toContain("Please check your answers and try again.");
    expect(document.activeElement).toBe(field("How old?"));
    type(field("How old?"), "6");
    expect(field("How old?").getAttribute("aria-invalid")).toBeNull();
  });

  describe("of a city pass", () => {
    beforeEach(() => {
      world.template = { ...template, config: { citypass: true } };
    });
    const formats = { citypass_code_groups: { adult_regexp: "A\\d{3}", child_regexp: "C\\d{3}" } };

    test("each ticket needs a voucher of its own", async () => {
      await open(`session=${id(40)}&quantity=Adult:2`, { configuration: formats });
      const [one, two] = [field("Adult 1 – Voucher number"), field("Adult 2 – Voucher number")];
      expect(one.placeholder).toBe("Enter voucher number");
      type(one, "A12");
      type(two, "A123");
      await send();
      expect(sent).toEqual([]);
      expect(errorOf(one)).toContain("Does not match the expected format. Please check your city-pass code.");
      expect(document.activeElement).toBe(one);
      type(one, "A123");
      await send();
      expect(errorOf(two)).toContain("Each voucher can be used once.");
      type(one, " A124 ");
      await send();
      expect(sent).toMatchObject([
        {
          preReservePromoCodes: {
            codes: ["A124", "A123"],
            handler: "citypass",
            handler_data: { visit_datetime: "2026-11-22T10:00:00Z", ticket_type_ids: [id(30), id(30)] },
          },
        },
      ]);
    });

    test.each([
      ["beside the one that it is about", { place: 1 }, true],
      ["in the form, when it does not say which", {}, false],
    ])("the server's no stands %s", async (_, extra, isBeside) => {
      await open(`session=${id(40)}&quantity=Adult:2`, { configuration: formats });
      type(field("Adult 1 – Voucher number"), "A123");
      type(field("Adult 2 – Voucher number"), "A124");
      const _description = "This voucher has been used.";
      world.reserve = () => ({
        status: 422,
        body: { _data: [{ _code: "invalid_citypass", _context: "reserve", _description, _extra: extra }] },
      });
      await send();
      expect(text()).toContain(_description);
      expect(errorOf(field("Adult 2 – Voucher number")).includes(_description)).toBe(isBeside);
    });
  });

  test("nothing of it is remembered by the browser", async () => {
    world.groups = [{ ...group, meta: { admit_names: "required" } }];
    await adults(1);
    type(field("Adult 1 – First name"), "Zenobia");
    expect([localStorage, sessionStorage].map((kept) => JSON.stringify(kept)).join() + location.href).not.toContain(
      "Zenobia",
    );
  });
});

describe("a code that the shop asks for", () => {
  const blocked = {
    status: 422,
    body: {
      _data: [
        {
          _code: "rule_blocks_reserve",
          _context: "checkout_rules",
          _description: "This tour is for friends of the house.",
          _extra: { block_reason: "code_required", rule_id: id(80) },
        },
      ],
    },
  };
  const codeForm = () => document.querySelector<HTMLFormElement>("dialog form") as HTMLFormElement;
  const give = async (code: string) => {
    type(codeForm().querySelector("input") as HTMLInputElement, code);
    await act(async () => codeForm().requestSubmit());
    await settle();
  };
  const codes = () => sent.map((one) => (one as { preReservePromoCodes?: object }).preReservePromoCodes);

  test("is asked in a dialog, and the reservation tried again with it", async () => {
    world.reserve = () => blocked;
    await open(`session=${id(40)}&quantity=Adult:1`);
    await send();
    const dialog = byRole("dialog");
    expect(dialog.textContent).toContain("A code is required to continue with your order.");
    expect(dialog.textContent).toContain("This tour is for friends of the house.");
    await give("  ");
    expect(codeForm().textContent).toContain("This field is required.");
    await give(" x ");
    expect(codeForm().textContent).toContain("A code has at least 2 characters.");
    expect(sent).toHaveLength(1);

    world.reserve = () => ({ status: 404, body: refusal("code_not_found", "reserve", "This code is not valid.") });
    await give("WRONG");
    expect(codeForm().textContent).toContain("This code is not valid. Please try another one.");
    world.reserve = () => blocked;
    await give("OTHER");
    expect(codeForm().textContent).toContain('"OTHER" is not a valid promo code. Please try another one.');
    world.reserve = () => ({ status: 200, body: { cart: { _data: [cart] }, ticket: { _data: [] } } });
    await give(" FRIENDS ");
    expect(codes()).toEqual([undefined, { codes: ["WRONG"] }, { codes: ["OTHER"] }, { codes: ["FRIENDS"] }]);
    expect(location.pathname).toBe("/harbor/checkout");
  });

  test("whoever has none is told why it does not go on", async () => {
    world.reserve = () => blocked;
    await open(`session=${id(40)}&quantity=Adult:1`);
    await send();
    await choose(document.querySelector('dialog [aria-label="Close"]') as HTMLElement);
    expect(text()).toContain("This tour is for friends of the house.");
  });

  test("another refusal closes the dialog and is said where it belongs", async () => {
    world.reserve = () => blocked;
    await open(`session=${id(40)}&quantity=Adult:1`);
    await send();
    world.reserve = () => ({ status: 409, body: refusal("ticket_group_sold_out", "reserve", "General is sold out.") });
    await give("FRIENDS");
    expect(text()).toContain("General is sold out.");
    expect(document.querySelector("dialog:not([data-leaving])")).toBeNull();
  });
});

describe("login or guest", () => {
  beforeEach(() => forgetGuest("harbor"));
  const asks = { web: { offer_login_at_reserve: true } };

  test("is asked once a session", async () => {
    await open(`session=${id(40)}&quantity=Adult:1`, asks);
    world.reserve = () => ({ status: 409, body: refusal("ticket_group_sold_out", "reserve", "General is sold out.") });
    await send();
    expect(sent).toEqual([]);
    await choose(button("Shop as a Guest"));
    expect(sent).toHaveLength(1);
    await send();
    expect(sent).toHaveLength(2);
  });

  test("a login comes back to what was chosen", async () => {
    await open(`session=${id(40)}&quantity=Adult:2`, asks);
    await send();
    const link = byRole("dialog").querySelector("a") as HTMLAnchorElement;
    const { pathname, searchParams: query } = new URL(link.href, location.href);
    expect(pathname).toBe(`/harbor/events/${event}`);
    expect([query.get("login"), query.get("quantity"), query.get("session")]).toEqual(["true", `${id(30)}:2`, id(40)]);
  });

  test("is not asked where the seller does not want it", async () => {
    await open(`session=${id(40)}&quantity=Adult:1`);
    await send();
    expect(sent).toHaveLength(1);
  });
});
