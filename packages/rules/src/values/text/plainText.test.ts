import { expect, test } from "vitest";
import { plainText } from "./plainText.ts";

test.each([
  [" Ada ", "Ada"],
  ["Zoe\u0308", "Zo\u00eb"],
  ["gnp.\u202etxe\u202c", "gnp.txe"],
  ["a\u2066b\u2069c", "abc"],
  ["\u200bada@example.org\u2060 \ufeff", "ada@example.org"],
  ["\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
  ["Ada\u0000\u001b[31m", "Ada  [31m"],
  ["one\ntwo\tthree", "one\ntwo\tthree"],
  ["one\r\ntwo\u2028three", "one \ntwo three"],
  ["\u0645\u062d\u0645\u062f", "\u0645\u062d\u0645\u062f"],
  ["👩\u200d🚀", "👩\u200d🚀"],
  ["<b>=1+1</b>", "<b>=1+1</b>"],
  ["", ""],
])("stores %j as %j", (typed, kept) => {
  expect(plainText(typed)).toBe(kept);
  expect(plainText(kept)).toBe(kept);
});
