import { describe, expect, test } from "vitest";
import {
  normalizeEmail,
  normalizeMemberNumber,
  normalizeName,
  normalizeZip,
  zipSpellings,
  isPlaceholderEmail,
} from "./normalizeNames.ts";

test.each([
  ["Ada@Example.org", "ada@example.org"],
  ["  ada@example.org ", "ada@example.org"],
  ["\u200bAda@example.org\ufeff", "ada@example.org"],
])("the address %s", (typed, normalized) => expect(normalizeEmail(typed)).toBe(normalized));

test.each([
  ["7k3m2qxw9a", "7K3M2QXW9A"],
  ["7K3M-2QXW 9A", "7K3M2QXW9A"],
  ["７Ｋ3M–2QXW9A", "7K3M2QXW9A"],
  ["OIl3m2qxw9", "0113M2QXW9"],
  ["\u200b7K3M\u00ad2QXW9A\u200e", "7K3M2QXW9A"],
])("the member's number %s", (typed, normalized) => expect(normalizeMemberNumber(typed)).toBe(normalized));

test.each([
  ["O’Brien", "obrien"],
  ["O'BRIEN", "obrien"],
  ["Núñez", "nunez"],
  ["van der Berg", "vanderberg"],
  ["李", "李"],
])("the surname %s", (typed, normalized) => expect(normalizeName(typed)).toBe(normalized));

test.each([
  ["02110", "02110"],
  ["02110-1234", "02110"],
  ["sw1a 1aa", "SW1A1AA"],
])("the post code %s", (typed, normalized) => expect(normalizeZip(typed)).toBe(normalized));

test.each([
  ["sw1a 2aa", ["SW1A 2AA", "SW1A2AA"]],
  ["SW1A2AA", ["SW1A 2AA", "SW1A2AA", "sw1a 2aa"]],
  ["10115", ["10115"]],
  ["1234 AB", ["1234 AB", "1234AB"]],
])("the post code %s is looked up as %j", (typed, spellings) =>
  expect(zipSpellings(typed)).toEqual(expect.arrayContaining(spellings)),
);
test.each(["Ada Lovelace", "12", "12345678901", "ada1@example.org"])("%s is no post code", (typed) =>
  expect(zipSpellings(typed)).toEqual([]),
);

describe("a placeholder address", () => {
  const known = { prefix: "noemail", isTestAccount: (email: string) => email.endsWith("@tests.example") };
  test.each([
    [null, true],
    ["", true],
    ["noemail-17@example.org", true],
    ["NoEmail17@example.org", true],
    ["noemail-17@tests.example", false],
    ["ada@example.org", false],
    ["ada.noemail@example.org", false],
  ])("the address %s is a placeholder or not", (email, expected) =>
    expect(isPlaceholderEmail(email, known)).toBe(expected),
  );
});
