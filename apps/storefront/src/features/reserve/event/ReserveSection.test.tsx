import { beforeAll, describe, expect, test, vi } from "vitest";
import { allByRole, byRole } from "@foyer/ui/test/dom.tsx";
import { sessionQuery } from "../queries/reserve.queries.ts";
import { loadLazyComponents } from "../../../shared/loading/lazyComponent.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import {
  requests,
  button,
  click,
  client,
  hasChoice,
  openEventPage,
  radio,
  send,
  sentBodies,
  sunday,
  text,
  fakeShop,
} from "../../../../test/reserve/eventPage.tsx";
import {
  adult,
  day,
  event,
  group,
  id,
  pass,
  refusal,
  seller,
  session,
  template,
} from "../../../../test/reserve/eventData.ts";

const heading = () => document.querySelector("h1")?.textContent;
const page = () => (document.body.textContent ?? "").replaceAll("\u00a0", " ");
const withCart = (more: object) => {
  savedStoreFor("harbor").change({ cart_id: id(70), local_expiry: Date.now() + 600_000 });
  fakeShop.cart = { ...fakeShop.cart, ...more };
};
// Loaded in advance: the page loads it on demand.
beforeAll(() => loadLazyComponents(["src/features/reserve/event/DescriptionModal.tsx"]));

const long = `<p>${"The sea, again and again. ".repeat(12)}</p>`;

test.each([
  ["an event", "tickets", undefined, "Salt and Light", "event"],
  ["a gift card", "ledger", undefined, "Buy Salt and Light", "gift-card"],
  ["a donation", "donation", undefined, "Salt and Light", "donation"],
  ["a membership", "membership", undefined, "Salt and Light", "membership"],
  ["a membership as a gift", "membership", "gift", "Salt and Light as a gift", "membership"],
  ["a membership once more", "membership", "renew", "Renew your membership", "membership"],
])("the title and description dialog of %s", async (_, handler, action, title, kind) => {
  fakeShop.groups = [{ ...group, handler }];
  fakeShop.template = { ...template, description: long };
  await openEventPage("", action === undefined ? {} : { action });
  expect(heading()).toBe(title);
  await click(button("More about Salt and Light"));
  await expect.poll(() => document.querySelector("dialog")?.textContent).toContain("The sea, again and again.");
  expect(document.querySelector("dialog")?.dataset.name).toBe(`description-${kind}`);
});

test("an event that requires the admission in the cart is titled as an add-on", async () => {
  withCart({ anchor: { event_session_id: id(90), event_template_id: id(91), local_day: "2026-11-22" } });
  fakeShop.template = { ...template, meta: { requires_anchor: true } };
  await openEventPage();
  expect(heading()).toBe("Add Salt and Light to your visit");
  expect(text()).toContain("Sunday, November 22");
});

test.each(["tickets", "passes", "seated", "codes"])("sells no %s that only another link names", async (handler) => {
  fakeShop.groups = [{ ...group, handler, hidden_type: "public_link_only" }];
  await openEventPage();
  expect(page()).toContain("Sorry, tickets are not available for this event.");
});

test("without an admission it asks to add one first", async () => {
  fakeShop.template = { ...template, meta: { requires_anchor: true } };
  await openEventPage();
  expect(page()).toContain("Please add an admission event to your cart first.");
});

test.each([
  ["with its description", "Spring is here", "Promo code SPRING applied: Spring is here"],
  ["without one", null, "Promo code SPRING applied"],
])("shows a code that applies to the cart, %s", async (_, description, expected) => {
  const activating_code_groups = ["seasons"];
  const spring = { id: id(80), name: "SPRING", description, activating_code_groups };
  const waiting = { id: id(81), name: "AUTUMN", description, activating_code_groups, resource: "code" };
  const wanted = { id: id(82), name: "WINTER", description, activating_code_groups, blocking_checkout: true };
  const forAll = { id: id(83), name: "SUMMER", description, activating_code_groups: [] };
  withCart({ cart_mods: [spring, waiting, wanted, forAll] });
  await openEventPage();
  expect(allByRole("status").map((one) => one.textContent)).toContain(expected);
  expect(text()).not.toMatch(/AUTUMN|WINTER|SUMMER/);
});

test("an event with a single session asks for neither date nor time", async () => {
  fakeShop.template = { ...template, event_type: "single" };
  fakeShop.days = [day("2026-11-22")];
  fakeShop.sessions = [session(40, "10:00")];
  await openEventPage();
  expect(allByRole("radio")).toEqual([]);
  expect(text()).toContain("WhenSunday, November 22, 2026 at 10:00 AM");
  expect(text()).toContain("Choose tickets");
});

describe("a link to a group that is sold by its link alone", () => {
  const schools = { ...group, name: "Partner schools", hidden_type: "public_link_only" };
  test.each([
    ["an event of many days", template, "date=2026-11-22&"],
    ["an event of one session", { ...template, event_type: "single" }, ""],
  ])("sells it for %s", async (_, shown, query) => {
    fakeShop.template = shown;
    fakeShop.groups = [schools];
    fakeShop.days = [day("2026-11-22")];
    fakeShop.sessions = [session(40, "10:00")];
    await openEventPage(`${query}tg=${schools.id}`);
    expect(button("More: Adult").hasAttribute("disabled")).toBe(false);
    expect(text()).not.toContain("not available");
  });
  test("sells it after a page without it was seen", async () => {
    fakeShop.groups = [group, { ...schools, id: id(22) }];
    const link = { slug: "harbor", event_template_id: event, tg: [] };
    await client.fetchQuery(sessionQuery(link, id(40)));
    await openEventPage(`session=${id(40)}&tg=${id(22)}`);
    expect(requests.filter((one) => one.includes("/sessions/"))).toHaveLength(2);
    expect(requests.at(-1)).toContain(`ticket_group.id._in=${id(22)}`);
  });
});

test("holds nothing in a browser that blocks cookies, and says so at the form", async () => {
  vi.spyOn(document, "cookie", "get").mockReturnValue("");
  await openEventPage(`session=${id(40)}&quantity=Adult:1`);
  await send();
  await expect.poll(page).toContain("Your browser blocks cookies, and we need one to keep your cart.");
  expect(sentBodies).toEqual([]);
  vi.restoreAllMocks();
});

test("its own text for the date takes precedence", async () => {
  fakeShop.template = { ...template, event_type: "single", meta: { ticket_date_time: "One night in November" } };
  fakeShop.days = [day("2026-11-22")];
  fakeShop.sessions = [session(40, "10:00")];
  await openEventPage();
  expect(text()).toContain("WhenOne night in November");
});

test("a single event with several sessions offers a choice", async () => {
  fakeShop.template = { ...template, event_type: "single" };
  await openEventPage();
  await click(radio(sunday));
  expect(hasChoice("10:00 AM")).toBe(true);
});

test("codes are sold without a date, and no calendar is loaded", async () => {
  fakeShop.groups = [{ ...pass, handler: "codes", start_policy: null }];
  await openEventPage();
  expect(text()).not.toContain("Date");
  await click(button("More: Pass"));
  await send();
  expect(requests.some((one) => one.includes("/calendar"))).toBe(false);
  expect(sentBodies).toMatchObject([{ add: [{ ticket_types_required: [{ ticket_type_id: id(32), quantity: 1 }] }] }]);
  expect(JSON.stringify(sentBodies)).not.toContain("event_session_id");
});

test("hides sold-out times where the event is set so", async () => {
  fakeShop.template = { ...template, config: { hide_sold_out_sessions: true } };
  fakeShop.sessions = [session(40, "10:00"), session(41, "12:00", { sold_out: true, left: 0 }), session(42, "14:00")];
  await openEventPage("date=2026-11-22");
  expect(hasChoice("10:00 AM")).toBe(true);
  expect(hasChoice("12:00 PM")).toBe(false);
});

test("dates and times show the prices of the event's configured types", async () => {
  fakeShop.template = {
    ...template,
    config: { price_display: { primary_prefix: "Adults", secondary_prefix: "Members", message: "Fees apply" } },
  };
  const named = { primary_price: "20", secondary_price: "12.50" };
  fakeShop.days = [day("2026-11-21"), { ...day("2026-11-22"), ...named }];
  fakeShop.sessions = [session(40, "10:00", named), session(41, "14:00", { ...named, primary_price: null })];
  await openEventPage();
  expect(radio(sunday).textContent).toContain("Adults $20");
  expect(radio(sunday).textContent).toContain("Members $12.50");
  expect(text()).toContain("Fees apply");
  await click(radio(sunday));
  expect(radio("10:00 AM").textContent).toContain("Adults $20");
  expect(radio("2:00 PM").textContent).toContain("Members $12.50");
});

test.each([
  ["no warning with the usual padding", {}, {}, false],
  ["a warning with the seller's padding", { conflict_padding_minutes: 60 }, {}, true],
  ["a warning with the padding of the event in the cart", {}, { pad_pre_start: 60 }, true],
])("a time shortly before a visit in the cart: %s", async (_, web, padding, warns) => {
  fakeShop.seller = { ...seller, web };
  withCart({
    lines: [
      {
        event_session_id: id(90),
        name: "Harbor Tour",
        start_datetime: "2026-11-22T11:30:00Z",
        end_datetime: "2026-11-22T12:00:00Z",
        all_day: false,
        ...padding,
        types: [],
      },
    ],
  });
  await openEventPage(`session=${id(40)}`);
  expect(text().includes("This time overlaps with Harbor Tour in your cart.")).toBe(warns);
});

const ofSession = { session_left: 3, group_left: null, ticket_group_id: id(99) };
const ofGroup = { session_left: null, group_left: 3, ticket_group_id: group.id };
test.each([
  ["some of the last places", ofSession, 2, 1, "Only 1 place left at this time"],
  ["all of the last places", ofSession, 3, 0, "No more places left at this time"],
  ["some of a group's last tickets", ofGroup, 2, 1, "Only 1 of these left"],
  ["all of a group's last tickets", ofGroup, 3, 0, "No more of these left"],
])("while the cart holds %s, only the others can be added", async (_, of, count, most, note) => {
  const { session_left, group_left, ticket_group_id } = of;
  fakeShop.sessions = [session(40, "10:00", { left: session_left }), session(41, "14:00")];
  fakeShop.groups = [{ ...group, left: group_left, max_tickets_per_order: -1 }];
  withCart({
    lines: [
      {
        event_template_id: event,
        event_session_id: id(40),
        name: "Admission",
        start_datetime: "2026-11-22T10:00:00Z",
        end_datetime: "2026-11-22T11:00:00Z",
        all_day: false,
        types: [{ ticket_type_id: adult.id, ticket_group_id, count }],
      },
    ],
  });
  await openEventPage(`session=${id(40)}&quantity=Adult:5`);
  expect(byRole("spinbutton", "Adult").getAttribute("aria-valuenow")).toBe(String(most));
  expect(byRole("button", "More: Adult").getAttribute("aria-disabled")).toBe("true");
  expect(text()).toContain(note);
});

test.each([
  ["does not warn of the visit that an add-on belongs to", true, id(91), false],
  ["warns of another visit", true, id(92), true],
  ["warns of a visit that the event does not belong to", false, id(91), true],
])("the form of an add-on %s", async (_, requires_anchor, event_template_id, warns) => {
  fakeShop.template = { ...template, meta: { requires_anchor } };
  withCart({
    anchor: { event_session_id: id(90), event_template_id: id(91), local_day: "2026-11-22" },
    lines: [
      {
        event_template_id,
        event_session_id: id(90),
        name: "Admission",
        start_datetime: "2026-11-22T10:00:00Z",
        end_datetime: "2026-11-22T11:00:00Z",
        all_day: false,
        needs_anchor: false,
        types: [],
      },
    ],
  });
  await openEventPage(`session=${id(40)}`);
  expect(text().includes("This time overlaps with Admission in your cart.")).toBe(warns);
});

test("an add-on whose only time during the visit is sold out offers no other time", async () => {
  fakeShop.template = { ...template, meta: { requires_anchor: true } };
  fakeShop.seller = { ...seller, configuration: { upsells: { visit_time: "same_start" } } };
  fakeShop.sessions = [session(40, "10:00"), session(41, "14:00")];
  withCart({
    anchor: { event_session_id: id(90), event_template_id: id(91), local_day: "2026-11-22" },
    lines: [
      {
        event_template_id: id(91),
        event_session_id: id(90),
        name: "Admission",
        start_datetime: "2026-11-22T10:00:00Z",
        end_datetime: "2026-11-22T11:00:00Z",
        timezone: "UTC",
        all_day: false,
        needs_anchor: false,
        types: [],
      },
    ],
  });
  await openEventPage(`session=${id(40)}&quantity=Adult:1`);
  fakeShop.reserve = () => {
    fakeShop.sessions = [session(40, "10:00", { sold_out: true, left: 0 }), session(41, "14:00")];
    return { status: 409, body: refusal("event_session_sold_out", "reserve", "") };
  };
  await send();
  expect(text()).toContain(
    "Tickets have sold out for Sunday, November 22, 2026. Please select another date and try again.",
  );
  expect(text()).not.toContain("Please select another session");
});
