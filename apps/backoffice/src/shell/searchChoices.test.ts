import { expect, test } from "vitest";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { searchChoices } from "./searchChoices.ts";
import type { Found } from "./useSearch.ts";

const none: Found = {
  q: "7KEEPER",
  orders: { orders: [], next: null, too_short: false, exact: null },
  people: { people: [], members: [], exact: null, too_short: false },
  catalogue: { events: [], sessions: [], too_short: false },
  codes: [],
  giftCards: [],
  isSearching: false,
  error: null,
};
const order = { order_number: 1042, purchaser: "Mia Keeper", events: [], visit: null } as never;
const orders = { orders: [order], next: null, too_short: false, exact: 1042 };
const member = { id: "m1", member_number: "7KEEPER", name: "Mia Keeper", level: "Family", state: "active" } as never;
const people = { people: [], members: [member], exact: "m1", too_short: false };
const giftCards = [
  { id: "g1", ending: "9876", balance: "10.00", currency: "USD", is_active: true, order_number: 1042 },
];
const events = [
  { id: "e1", key: "whales", name: "Whales", is_retired: false },
  { id: "e2", key: "seals", name: "Seals", is_retired: true },
];
const session = { id: "s1", event: "Whales", event_key: "whales", all_day: true, timezone: "UTC" };
const catalogue = {
  events,
  sessions: [{ ...session, start_datetime: "2027-06-12T10:00:00Z" }],
  too_short: false,
};
const codes = [{ id: "c1", code: "SUMMER", group: "Summer", used: 0, max_uses: null }];
const clerk: readonly Permission[] = ["order.read"];

/** The target of Enter: the first of all choices. */
const first = (found: Partial<Found>) => searchChoices({ ...none, ...found }, [], clerk)[0]?.choices[0]?.goal;

test.each<[string, Partial<Found>, object]>([
  ["a member's number to the member", { orders, people }, { kind: "member", id: "m1" }],
  ["a gift card's number to the card", { orders, giftCards }, { kind: "gift_card", id: "g1" }],
  ["an order's number to the order", { q: "#1042", orders, people }, { kind: "order", number: 1042 }],
  ["a scan code to its order", { orders }, { kind: "order", number: 1042 }],
  [
    "a name to the orders first",
    { q: "keeper", orders: { ...orders, exact: null }, people: { ...people, exact: null } },
    { kind: "order", number: 1042 },
  ],
])("leads from %s", (_, found, goal) => {
  expect(first(found)).toEqual(goal);
});

test("leads from a person to their page, with their orders and notes", () => {
  const ada = { name: "Ada Lindqvist", email: "ada@example.com", orders: 3, order_number: 1042 };
  const found = { people: [ada], members: [], exact: null, too_short: false };
  expect(first({ q: "ada", people: found })).toEqual({ kind: "person", number: 1042 });
});

test("links to the orders if the reader can see them, otherwise to the thing itself", () => {
  const goals = (permissions: readonly Permission[]) =>
    searchChoices({ ...none, catalogue, codes }, [], permissions).flatMap(({ choices }) =>
      choices.map(({ goal }) => goal),
    );
  expect(goals(clerk).every(({ kind }) => kind === "orders")).toBe(true);
  expect(goals(["catalogue.read", "code.read"])).toEqual([
    { kind: "event", key: "whales" },
    { kind: "sessions", key: "whales" },
    { kind: "code", id: "c1" },
  ]);
});
