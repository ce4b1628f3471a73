import { expect, test } from "vitest";
import { giftCardProblem, checkGiftCard, isGiftCardApplied, splitOverGiftCards } from "./giftCardTenders.ts";

test.each([
  ["", "required"],
  ["  ", "required"],
  ["1", undefined],
  ["9".repeat(70), undefined],
  ["9".repeat(71), "long"],
] as const)("the number '%s': %s", (typed, problem) => expect(giftCardProblem(typed)).toBe(problem));

const card = (balance: string, state: "active" | "inactive" | "expired" = "active") => ({
  number: "••••1111",
  state,
  balance,
});
const applied = [{ number: "BBBB-2222", balance: 500 }];
test.each([
  ["good", card("12.50"), " AAAA1111 ", { number: "AAAA1111", balance: 1250 }],
  ["with nothing on it", card("0"), "AAAA1111", "empty"],
  ["overdrawn", card("-1.00"), "AAAA1111", "empty"],
  ["not yet active", card("12.50", "inactive"), "AAAA1111", "empty"],
  ["expired", card("12.50", "expired"), "AAAA1111", "empty"],
  ["applied already", card("5.00"), "bbbb 2222", "applied_already"],
] as const)("a card that is %s", (_, found, typed, problem) =>
  expect(checkGiftCard(found, { typed, applied, currency: "USD" })).toEqual(problem),
);

test.each([
  ["BBBB-2222", true],
  [" bbbb 2222 ", true],
  ["BBBB-2223", false],
])("%s is applied: %s", (typed, is) => expect(isGiftCardApplied(typed, applied)).toBe(is));

const cards = (...balances: number[]) => balances.map((balance, index) => ({ number: String(index), balance }));
test.each([
  ["no card", cards(), 5000, [], 5000],
  ["a card that pays a part", cards(2000), 5000, [2000], 3000],
  ["a card that pays all", cards(8000), 5000, [5000], 0],
  ["two cards in their order", cards(2000, 8000), 5000, [2000, 3000], 0],
  ["a card too many", cards(8000, 2000), 5000, [5000, 0], 0],
  ["two cards that are not enough", cards(1000, 500), 5000, [1000, 500], 3500],
  ["a rest that no card would take", cards(4000, 970), 5000, [4000, 950], 50],
  ["such a rest over the second card", cards(4990, 5), 5000, [4950, 0], 50],
  ["an amount that no card would take", cards(10), 30, [10], 20],
  ["nothing to pay", cards(1000), 0, [0], 0],
])("an amount is split over gift cards: %s", (_, given, amount, pays, rest) => {
  const spread = splitOverGiftCards(given, amount, { currency: "USD" });
  expect([spread.parts.map((part) => part.pays), spread.rest]).toEqual([pays, rest]);
  expect(pays.reduce((sum, part) => sum + part, 0) + spread.rest).toBe(amount);
  for (const part of spread.parts) expect(part.pays + part.left).toBe(part.balance);
});

test.each([
  ["a rest that the gateway takes", cards(2000), 5120, [2000], 3120],
  ["a rest between its steps", cards(2000), 5124, [1994], 3130],
  ["a rest below the minimum and between its steps", cards(4700), 5124, [4624], 500],
  ["no card", cards(), 5124, [], 5124],
  ["a card that has too little to make it even", cards(3), 5124, [3], 5121],
  ["a card that pays all", cards(8000), 5124, [5124], 0],
])("in steps of ten, an amount is split over gift cards: %s", (_, given, amount, pays, rest) => {
  const spread = splitOverGiftCards(given, amount, { currency: "KWD", step: 10 });
  expect([spread.parts.map((part) => part.pays), spread.rest]).toEqual([pays, rest]);
  expect(pays.reduce((sum, part) => sum + part, 0) + spread.rest).toBe(amount);
});
