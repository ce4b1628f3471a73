import { describe, expect, test } from "vitest";
import { addOnIds, nextAfterReserve, nextInChain, upsellOffers, type AfterReserve } from "./upsell.ts";
import { visitsWithout } from "./visitsWithout.ts";

const line = (event_template_id: string, day?: string) => ({
  event_template_id,
  timezone: "America/New_York",
  start_datetime: day === undefined ? null : `${day}T10:00:00-05:00`,
  end_datetime: day === undefined ? null : `${day}T11:00:00-05:00`,
});
const anchor = { event_session_id: "s", event_template_id: "visit", local_day: "2026-11-21" };
const visit = { anchor, lines: [line("visit")] };
const none = { anchor: null, lines: [] };

describe("after a reservation", () => {
  const plain: AfterReserve = {
    event_template_id: "visit",
    next_route: undefined,
    upsells: undefined,
    skipUpsells: false,
    isAnchored: false,
    isGift: false,
    cart: visit,
    reached: [],
  };
  const listing = { ...plain, upsells: { categories: ["Tours"] } };
  const events = ["tour", "film", "table"];
  const chain = { ...plain, upsells: { chain: events, chain_form: "one_by_one" as const } };
  const onePage = { ...plain, upsells: { chain: events } };
  test.each<[string, AfterReserve, string]>([
    ["straight to checkout", plain, "/checkout"],
    ["more to see first", listing, "/events"],
    ["express checkout", { ...listing, skipUpsells: true }, "/checkout"],
    ["an anchored event", { ...listing, isAnchored: true }, "/checkout"],
    ["a gift", { ...listing, isGift: true }, "/checkout"],
    ["the event's own way", { ...listing, next_route: "/events/parking" }, "/events/parking"],
    ["never leaves the storefront", { ...plain, next_route: "//elsewhere.example" }, "/checkout"],
    ["nor by a backslash", { ...plain, next_route: "/\\elsewhere.example" }, "/checkout"],
    ["the visit begins the chain", chain, "/events/tour"],
    [
      "what is in the cart is not offered",
      { ...chain, cart: { anchor, lines: [line("visit"), line("tour")] } },
      "/events/film",
    ],
    [
      "a step of the chain leads to the next",
      { ...chain, event_template_id: "tour", reached: ["tour"] },
      "/events/film",
    ],
    [
      "an anchored step too",
      { ...chain, event_template_id: "tour", reached: ["tour"], isAnchored: true },
      "/events/film",
    ],
    [
      "the last to the checkout",
      { ...chain, event_template_id: "table", reached: ["tour", "film", "table"] },
      "/checkout",
    ],
    ["express checkout has no chain", { ...chain, skipUpsells: true }, "/checkout"],
    ["nor does a gift", { ...chain, isGift: true }, "/checkout"],
    ["another visit begins the chain anew", { ...chain, reached: ["tour", "film", "table"] }, "/events/tour"],
    ["a ticket that is not a visit starts no chain", { ...chain, event_template_id: "pass" }, "/events"],
    ["the visit leads to the page with all add-ons", onePage, "/add-ons"],
    [
      "an add-on reserved on its own page leads back to the others",
      {
        ...onePage,
        event_template_id: "tour",
        reached: events,
        cart: { anchor, lines: [line("visit"), line("tour")] },
      },
      "/add-ons",
    ],
    [
      "no page without add-ons that are left",
      { ...onePage, cart: { anchor, lines: [line("visit"), ...events.map((id) => line(id))] } },
      "/checkout",
    ],
    ["express checkout has no page of add-ons", { ...onePage, skipUpsells: true }, "/checkout"],
  ])("the page after a reservation is chosen: %s", (_, after, route) =>
    expect(nextAfterReserve(after).route).toBe(route),
  );
});

describe("skipping an add-on", () => {
  const upsells = { chain: ["tour", "visit", "film"], chain_form: "one_by_one" as const };
  test("follows the chain to the checkout, without the visit itself", () => {
    const first = nextInChain({ upsells, cart: visit, reached: [] });
    expect(first).toEqual({ route: "/events/tour", reached: ["tour"] });
    const second = nextInChain({ upsells, cart: visit, ...first });
    expect(second).toEqual({ route: "/events/film", reached: ["tour", "film"] });
    expect(nextInChain({ upsells, cart: visit, ...second })).toEqual({ route: "/checkout", reached: ["tour", "film"] });
  });

  test("leads back to the page with all add-ons, which remembers the whole chain", () => {
    const chain = ["tour", "film"];
    const next = { route: "/add-ons", reached: chain };
    expect(nextInChain({ upsells: { chain }, cart: visit, reached: [] })).toEqual(next);
    expect(nextInChain({ upsells: { chain }, cart: visit, reached: chain })).toEqual(next);
  });

  test("leads to the checkout when the visit has left the cart", () => {
    const cart = { ...none, lines: [line("pass")] };
    expect(nextInChain({ upsells: { chain: ["tour"] }, cart, reached: ["tour"] }).route).toBe("/checkout");
  });
});

describe("an add-on in the cart is offered again for a visit without it", () => {
  const [first, second] = ["2026-11-21", "2026-12-12"];
  const visits = [line("visit", first), line("visit", second)];
  const upsells = { chain: ["tour", "film"], visit_time: "same_date" };
  test.each([
    ["one visit has it", [...visits, line("tour", first)], upsells, ["tour", "film"]],
    ["the second visit alone has it", [...visits, line("tour", second)], upsells, ["tour", "film"]],
    ["both visits have it", [...visits, line("tour", first), line("tour", second)], upsells, ["film"]],
    ["there is one visit, and its day is another", [line("visit", first), line("tour", second)], upsells, ["film"]],
    ["add-ons are not bound to a visit", [...visits, line("tour", first)], { chain: upsells.chain }, ["film"]],
    ["it has no time", [...visits, line("tour")], upsells, ["film"]],
  ])("%s", (_, lines, settings, ids) => {
    expect(addOnIds(settings, { anchor, lines })).toEqual(ids);
    const events = settings.chain.map((id) => ({ id, category: null, meta: {} }));
    expect(upsellOffers(events, settings, { anchor, lines }).map(({ id }) => id)).toEqual(ids);
  });

  test("the chain offers it before the checkout, once", () => {
    const cart = { anchor, lines: [...visits, line("tour", first), line("film", first), line("film", second)] };
    const byOne = { ...upsells, chain_form: "one_by_one" as const };
    const next = nextInChain({ upsells: byOne, cart, reached: [] });
    expect(next.route).toBe("/events/tour");
    expect(nextInChain({ upsells: byOne, cart, reached: next.reached }).route).toBe("/checkout");
  });
});

test.each([
  ["same_date", ["2026-12-12"]],
  ["until_close", ["2026-12-12"]],
])("the visits without an add-on, by the rule %s", (visit_time, days) => {
  const later = { ...line("tour", "2026-11-21"), start_datetime: "2026-11-21T12:00:00-05:00" };
  const lines = [
    line("visit", "2026-11-21"),
    line("visit", "2026-12-12"),
    { ...later, end_datetime: "2026-11-21T13:00:00-05:00" },
  ];
  const left = visitsWithout("tour", visit_time, { anchor, lines });
  expect(left?.visits.map(({ start_datetime }) => start_datetime.slice(0, 10))).toEqual(days);
});

test("a visit of the same day at another time has no add-on of the first", () => {
  const afternoon = {
    ...line("visit"),
    start_datetime: "2026-11-21T14:00:00-05:00",
    end_datetime: "2026-11-21T15:00:00-05:00",
  };
  const lines = [line("visit", "2026-11-21"), afternoon, line("tour", "2026-11-21")];
  expect(visitsWithout("tour", "timeslot", { anchor, lines })?.visits).toEqual([afternoon]);
  expect(visitsWithout("tour", "same_date", { anchor, lines })?.visits).toEqual([]);
});

describe("the upsell listing", () => {
  const event = (id: string, category: string | null, requires_anchor = false) => ({
    id,
    category,
    meta: { requires_anchor },
  });
  const events = [event("visit", "Visits"), event("tour", "Tours"), event("talk", "Talks"), event("lamp", null, true)];
  test.each([
    ["everything but the visit", undefined, visit, ["tour", "talk", "lamp"]],
    ["not what is in the cart", undefined, { anchor, lines: [line("visit"), line("talk")] }, ["tour", "lamp"]],
    ["only the seller's categories", { categories: ["Tours", "Visits"] }, visit, ["tour"]],
    ["only the chain", { chain: ["lamp"] }, visit, ["lamp"]],
    ["both", { chain: ["lamp"], categories: ["Talks"] }, visit, ["talk", "lamp"]],
    ["no add-on where there is no visit", undefined, { ...none, lines: [line("pass")] }, ["visit", "tour", "talk"]],
  ])("the upsell listing offers what fits the cart: %s", (_, upsells, cart, ids) =>
    expect(upsellOffers(events, upsells, cart).map(({ id }) => id)).toEqual(ids),
  );
});
