import { describe, expect, test } from "vitest";
import type { CodeLookup } from "@foyer/contract/shop/codes.ts";
import { parseGiftCode, giftCodeState, gifteeProblems, isSamePerson, emptyGiftee, redeemableLevels } from "./gift.ts";

describe("a giftee", () => {
  const grace = { first: "Grace", last: "Hopper", email: "grace@example.org", message: "" };
  test.each([
    ["all there", grace, "ada@example.org", []],
    ["nothing typed", emptyGiftee, undefined, ["first empty", "last empty", "email empty"]],
    ["no address", { ...grace, email: "grace" }, undefined, ["email not_email"]],
    ["the giver themselves", grace, "grace@example.org", ["email self"]],
    ["the giver in other letters", grace, " Grace+museum@Example.org", ["email self"]],
    ["nobody knows the giver", grace, undefined, []],
    ["a message too long", { ...grace, message: "x".repeat(1001) }, undefined, ["message too_long"]],
  ])("%s", (_, giftee, own, problems) =>
    expect(gifteeProblems(giftee, own).map(({ field, message }) => `${field} ${message}`)).toEqual(problems),
  );
});

test.each([
  ["ada@example.org", "ADA@example.org ", true],
  ["ada+one@example.org", "ada+two@example.org", true],
  ["ada@example.org", "ada@example.com", false],
  ["", "", false],
  [null, undefined, false],
])("%j and %j are the same person: %s", (one, other, same) => expect(isSamePerson(one, other)).toBe(same));

test.each([
  ["AB12CD34EF", "AB12CD34EF"],
  ["  ab12cd34ef ", "ab12cd34ef"],
  ["1234567890", "1234567890"],
  ["AB12CD34E", undefined],
  ["AB12CD34EFG", undefined],
  ["AB12-CD34E", undefined],
  ["", undefined],
])("%j as a gift's code: %j", (typed, code) => expect(parseGiftCode(typed)).toBe(code));

const level = (name: string, _rank: number, discounted_amount: string): CodeLookup["levels"][number] => ({
  ticket_group_id: name,
  event_template_id: "event",
  name,
  _rank,
  currency_amount: "90",
  discounted_amount,
});
const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
const found = { valid_from: null, valid_to: null, exhausted: false, is_gift: true, levels: [level("one", 1, "0")] };

test.each([
  ["good", found, "valid"],
  ["unknown", undefined, "invalid"],
  ["good until later", { ...found, valid_to: "2026-11-21T12:00:01Z" }, "valid"],
  ["over", { ...found, valid_to: "2026-11-21T12:00:00Z" }, "expired"],
  ["over and used", { ...found, valid_to: "2026-11-01T00:00:00Z", exhausted: true }, "expired"],
  ["used", { ...found, exhausted: true }, "exhausted"],
  ["not good yet", { ...found, valid_from: "2026-11-22T00:00:00Z" }, "invalid"],
  ["a promo code", { ...found, is_gift: false }, "invalid"],
  ["for a level that is not sold any more", { ...found, levels: [] }, "invalid"],
])("a code that is %s", (_, code, state) => expect(giftCodeState(code, now)).toBe(state));

test.each([
  ["the top rank alone", [level("gold", 1, "0"), level("bronze", 2, "0")], ["gold"]],
  ["the cheapest first", [level("b", 1, "20"), level("a", 1, "3"), level("c", 1, "100")], ["a", "b", "c"]],
  ["three at most", ["a", "b", "c", "d"].map((name) => level(name, 1, "0")), ["a", "b", "c"]],
  ["the best that there is", [level("silver", 2, "0")], ["silver"]],
  ["none", [], []],
])("levels offered: %s", (_, levels, names) =>
  expect(redeemableLevels(levels, "USD").map(({ name }) => name)).toEqual(names),
);
