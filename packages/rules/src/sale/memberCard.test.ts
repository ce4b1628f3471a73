import { expect, test } from "vitest";
import { unusableCard, unusableCardTexts, type CardAtCounter, type UnusableCard } from "./memberCard.ts";

const now = Temporal.Instant.from("2027-03-01T12:00:00Z");
const good: CardAtCounter = {
  state: "active",
  valid_to: "2027-03-01T12:00:01Z",
  is_replaced: false,
  identity_id: "a",
};

test.each<[string, Partial<CardAtCounter>, UnusableCard | undefined]>([
  ["one in its last second", {}, undefined],
  ["one without an end", { valid_to: null }, undefined],
  ["one that ends this moment", { valid_to: "2027-03-01T12:00:00Z" }, "ended"],
  ["a cancelled one", { state: "cancelled" }, "cancelled"],
  ["a former number", { is_replaced: true }, "replaced"],
  ["a former number of an ended one", { is_replaced: true, valid_to: "2027-01-01T00:00:00Z" }, "replaced"],
  ["one in nobody's account", { identity_id: null }, "no_account"],
])("%s is good, or says why it is not", (_, card, why) => {
  expect(unusableCard({ ...good, ...card }, now)).toBe(why);
  if (why) expect(unusableCardTexts[why]).toMatch(/\.$/);
});
