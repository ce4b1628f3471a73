import { describe, expect, test } from "vitest";
import { couldBeFree, isFreeForMembers, unusedBenefits, unusedBenefitsWithHeld } from "./memberBenefits.ts";
import type { GroupChoice, TypeChoice } from "./ticketChoices.ts";

type TypeOverrides = Partial<Omit<TypeChoice, "type">> & { readonly price?: string };
const type = ({ price = "0", ...more }: TypeOverrides = {}): TypeChoice =>
  ({
    type: { discounted_amount: price, outside_fees: [] },
    quantity: 0,
    min: 1,
    max: 10,
    flexible: null,
    ...more,
  }) as unknown as TypeChoice;
const group = (types: readonly TypeChoice[], more: Record<string, unknown> = {}, soldOut = false): GroupChoice =>
  ({ group: { handler: "tickets", exclude_from_event_capacity: false, ...more }, soldOut, types }) as GroupChoice;

describe("free tickets that a membership has left", () => {
  test.each<[string, readonly GroupChoice[], number]>([
    ["are none without tickets for members", [group([type({ price: "28" })])], 0],
    ["are what the membership allows", [group([type({ allowance: 4 })])], 4],
    ["are none once all are chosen", [group([type({ allowance: 0, quantity: 4 })])], 0],
    ["are no more than there are places", [group([type({ allowance: 4, quantity: 1, max: 3 })])], 2],
    [
      "are those of the larger allowance, as both may share a pool",
      [group([type({ allowance: 2 }), type({ allowance: 3 })])],
      3,
    ],
    ["are not tickets that members pay for", [group([type({ allowance: 4, price: "10" })])], 0],
    ["are none if they are sold out", [group([type({ allowance: 4 })], {}, true)], 0],
  ])("%s", (_, choices, left) => expect(unusedBenefits(choices, "USD")).toBe(left));
});

describe("a chosen ticket could be free for a member", () => {
  test.each<[string, TypeChoice, Record<string, unknown>, boolean]>([
    ["as an admission at full price", type({ price: "28", quantity: 1 }), {}, true],
    ["at a price of the buyer's own", type({ flexible: { min: "1", max: "9" }, quantity: 1 }), {}, true],
    ["not before it is chosen", type({ price: "28" }), {}, false],
    ["not if it is free for everybody", type({ quantity: 1 }), {}, false],
    ["not if it is a ticket for members", type({ price: "28", quantity: 1, allowance: 2 }), {}, false],
    ["not as an extra", type({ price: "7", quantity: 1 }), { exclude_from_event_capacity: true }, false],
    ["not as a donation", type({ price: "7", quantity: 1 }), { handler: "donation" }, false],
  ])("%s", (_, choice, more, is) => expect(couldBeFree(group([choice], more), choice, "USD")).toBe(is));
});

test("a ticket with a fee is not free", () =>
  expect(
    isFreeForMembers(
      {
        ...type({ allowance: 1 }),
        type: { discounted_amount: "0", outside_fees: [{ fee: "1" }] },
      } as unknown as TypeChoice,
      "USD",
    ),
  ).toBe(false));

describe("benefits that a cart leaves unused", () => {
  const adult = { ...type({ price: "28" }), type: { id: "adult", discounted_amount: "28", outside_fees: [] } };
  const member = { ...type({ allowance: 2 }), type: { id: "member", discounted_amount: "0", outside_fees: [] } };
  const choicesWith = (allowance: number) => [
    group([adult as unknown as TypeChoice, { ...member, allowance } as unknown as TypeChoice]),
  ];
  test.each<[string, number, Readonly<Record<string, number>>, number]>([
    ["are the free tickets left beside a full-price one", 2, { adult: 1 }, 2],
    ["are none with free tickets alone", 1, { member: 1 }, 0],
    ["are none once the allowance is used up", 0, { adult: 1, member: 2 }, 0],
    ["are none without a ticket of this visit", 2, {}, 0],
  ])("%s", (_, left, held, expected) =>
    expect(unusedBenefitsWithHeld(choicesWith(left), new Map(Object.entries(held)), "USD")).toBe(expected),
  );
});
