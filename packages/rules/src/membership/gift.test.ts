import { describe, expect, test } from "vitest";
import type { CodeLookup } from "@foyer/contract/shop/codes.ts";
import { parseGiftCode, giftCodeState, gifteeProblems, isSamePerson, emptyGiftee, redeemableLevels } from "./gift.ts";

describe("a giftee", () => {
  const grace = { first: "Grace", last: "Hopper", email: "grace@example.org", message: "" };
  test.each([
    ["with all fields has no problems", grace, "ada@example.org", []],
    ["without entries lacks all fields", emptyGiftee, undefined, ["first empty", "last empty", "email empty"]],
    ["with an invalid address is refused", { ...grace, email: "grace" }, undefined, ["email not_email"]],
    ["who is the giver is refused", grace, "grace@example.org", ["email self"]],
    ["who is the giver in another spelling is refused", grace, " Grace+museum@Example.org", ["email self"]],
    ["is accepted if the giver is unknown", grace, undefined, []],
    [
      "with a message that is too long is refused",
      { ...grace, message: "x".repeat(1001) },
      undefined,
      ["message too_long"],
    ],
  ])("a giftee %s", (_, giftee, own, problems) =>
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
  ["\u200bAB12CD34EF\ufeff", "AB12CD34EF"],
  ["AB12C D34EF", "AB12CD34EF"],
  ["AB12CD34E", undefined],
  ["AB12CD34EFG", undefined],
  ["AB12-CD34E", undefined],
  ["", undefined],
])("%j is parsed as the gift code %j", (typed, code) => expect(parseGiftCode(typed)).toBe(code));

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
  ["valid", found, "valid"],
  ["unknown", undefined, "invalid"],
  ["valid until later", { ...found, valid_to: "2026-11-21T12:00:01Z" }, "valid"],
  ["expired", { ...found, valid_to: "2026-11-21T12:00:00Z" }, "expired"],
  ["expired and used", { ...found, valid_to: "2026-11-01T00:00:00Z", exhausted: true }, "expired"],
  ["used", { ...found, exhausted: true }, "exhausted"],
  ["not valid yet", { ...found, valid_from: "2026-11-22T00:00:00Z" }, "invalid"],
  ["a promo code", { ...found, is_gift: false }, "invalid"],
  ["for a level that is no longer sold", { ...found, levels: [] }, "invalid"],
])("a code that is %s", (_, code, state) => expect(giftCodeState(code, now)).toBe(state));

test.each([
  ["are only those of the top rank", [level("gold", 1, "0"), level("bronze", 2, "0")], ["gold"]],
  ["are sorted by price", [level("b", 1, "20"), level("a", 1, "3"), level("c", 1, "100")], ["a", "b", "c"]],
  ["are at most three", ["a", "b", "c", "d"].map((name) => level(name, 1, "0")), ["a", "b", "c"]],
  ["are those of the best rank on offer", [level("silver", 2, "0")], ["silver"]],
  ["are none without levels", [], []],
])("the redeemable levels %s", (_, levels, names) =>
  expect(redeemableLevels(levels, "USD").map(({ name }) => name)).toEqual(names),
);
