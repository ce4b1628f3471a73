import { describe, expect, test } from "vitest";
import type { TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import { exchangeTypes, sumOfPrices, withOwnPlace } from "./exchangeTypes.ts";
import { dollars, testGroup as group, testType as type } from "../../../test/testCatalog.ts";

const namesFor = (groups: readonly TicketGroup[], types: readonly TicketType[], left: number | null = null) =>
  exchangeTypes({ groups, types, left }, "day", dollars).map(({ name }) => name);

describe("a ticket of a group can be exchanged for", () => {
  const day = group("day");
  const both = [type("Adult", "day"), type("Other", "other")];
  test.each<[string, readonly TicketGroup[], readonly TicketType[], number | null, readonly string[]]>([
    ["the types of all groups", [day, group("other")], both, null, ["Adult", "Other"]],
    [
      "no extra that is not a visitor",
      [day, group("other", { exclude_from_event_capacity: true })],
      both,
      null,
      ["Adult"],
    ],
    ["no pass", [day, group("other", { handler: "passes" })], both, null, ["Adult"]],
    ["no group that is sold out", [day, group("other", { left: 0 })], both, null, ["Adult"]],
    ["nothing without a place left", [day, group("other")], both, 0, []],
    [
      "no price that the buyer names",
      [day],
      [type("Adult", "day"), type("Wish", "day", { currency_amount_min: "1", currency_amount_max: "50" })],
      null,
      ["Adult"],
    ],
    [
      "no type that is not on sale",
      [day],
      [type("Adult", "day"), type("Old", "day", { available: false })],
      null,
      ["Adult"],
    ],
  ])("%s", (_, groups, types, left, names) => expect(namesFor(groups, types, left)).toEqual(names));

  test("other extras only, where it is one", () => {
    const extras = group("day", { exclude_from_event_capacity: true });
    expect(namesFor([extras, group("other")], [type("Guide", "day"), type("Other", "other")])).toEqual(["Guide"]);
  });
});

test("prices are those of the session with their outside fees, and add up", () => {
  const fees = [{ fee_fixed_outside: true as const, fee: "1.50" }];
  const types = exchangeTypes(
    { groups: [group("day")], types: [type("Adult", "day", { discounted_amount: "18", outside_fees: fees })], left: 5 },
    "day",
    dollars,
  );
  expect(types).toEqual([{ id: "Adult", ticket_group_id: "day", name: "Adult", price: "18", fees: "1.50" }]);
  expect(sumOfPrices([...types, ...types], "USD")).toEqual({ price: "36.00", fees: "3.00" });
});

describe("a ticket that is exchanged at its own time", () => {
  const names = (groups: readonly TicketGroup[], left: number | null): readonly string[] => {
    const types = groups.map(({ id }) => type(`${id} type`, id));
    return exchangeTypes(withOwnPlace({ groups, types, left }, "day"), "day", dollars).map(({ name }) => name);
  };
  test.each<[string, readonly TicketGroup[], number | null, readonly string[]]>([
    ["needs no free place in the session", [group("day"), group("other")], 0, ["day type", "other type"]],
    ["needs none in its own group", [group("day", { left: 0, sold_out: true })], null, ["day type"]],
    ["needs one in another group", [group("day"), group("other", { left: 0, sold_out: true })], 0, ["day type"]],
    [
      "needs one in the session where it has none",
      [group("day", { exclude_from_event_capacity: true }), group("other")],
      0,
      ["day type"],
    ],
  ])("%s", (_, groups, left, expected) => expect(names(groups, left)).toEqual(expected));
});
