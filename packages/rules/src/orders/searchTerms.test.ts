import { describe, expect, test } from "vitest";
import { endOfPrefix, foldText, phoneWord, readSearchTerms, wordsOf } from "./searchTerms.ts";

test.each([
  ["Núñez", "nunez"],
  ["ÅSA", "asa"],
  ["Łukasz", "lukasz"],
  ["Sørensen", "sorensen"],
  ["Weiß", "weiss"],
  ["Đặng", "dang"],
  ["山田", "山田"],
])("%s is folded to %s", (text, folded) => expect(foldText(text)).toBe(folded));

test.each([
  ["Ada Lovelace", ["ada", "lovelace"]],
  ["O’Brien", ["obrien"]],
  ["Anna-Lena  van der Berg", ["anna", "lena", "van", "der", "berg"]],
  ["Ada Ada", ["ada"]],
  [" ", []],
])("the words of '%s' are %j", (text, words) => expect(wordsOf(text)).toEqual(words));

describe("a telephone number is found by its end", () => {
  test.each([
    ["+44 7700 900123", "07700 900123"],
    ["+1 (212) 555-0100", "212-555-0100"],
    ["+1 (212) 555-0100", "5550100"],
    ["0044 7700 900123", "+44 7700 900123"],
  ])("%s by %s", (kept, typed) => {
    const { phone = "?" } = readSearchTerms(typed);
    expect(phoneWord(kept).startsWith(phone)).toBe(true);
  });
});

describe("what was typed means", () => {
  test.each([
    ["10231", { order_number: 10231, phone: "13201" }],
    ["#10231", { order_number: 10231 }],
    ["Order 10231", { order_number: 10231 }],
    ["order #10231", { order_number: 10231 }],
    ["4242", { order_number: 4242, card: "4242" }],
    ["Ada@Example.org", { email: "ada@example.org" }],
    ["LINDQ", { names: ["lindq"] }],
    ["lindqvist an", { names: ["lindqvist", "an"], isTooShort: false }],
    ["a", { names: ["a"], isTooShort: true }],
    ["a b", { isTooShort: true }],
    ["a lindq", { isTooShort: false }],
    ["", { names: [], isTooShort: false }],
    ["7keep-eroda", { exact: { printed: "7KEEPER0DA", code: "7keep-eroda" } }],
  ])("'%s': %j", (typed, meaning) => expect(readSearchTerms(typed)).toMatchObject(meaning));

  test.each([
    ["two words are not a number", "gift card", "exact"],
    ["a number of sixteen digits is no order", "1234567890123456", "order_number"],
    ["an address is no name", "ada@example.org", "email"],
    ["three digits are no telephone", "123", "phone"],
  ])("%s", (what, typed, field) => {
    const terms = readSearchTerms(typed);
    if (what.startsWith("an address")) expect(terms.names).toEqual([]);
    else expect(terms[field as "exact"]).toBeUndefined();
  });
});

test("every word with a prefix sorts before the end of the prefix", () => {
  for (const word of ["ad", "ada", "adz", "ad山", "ad\u{1F600}"])
    expect(word >= "ad" && word < endOfPrefix("ad")).toBe(true);
  expect("ae" < endOfPrefix("ad")).toBe(false);
});
