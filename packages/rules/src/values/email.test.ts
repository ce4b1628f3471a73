import { expect, test } from "vitest";
import { emailPattern } from "@foyer/contract/emailPattern.ts";
import { addressPattern, isEmail } from "./email.ts";

test.each([
  ["ada@example.org", true],
  ["ada+tickets@sub.example.co.uk", true],
  ["ada@example", false],
  ["ada@@example.org", false],
  ["ada@example.org\r\nbcc: b@example.org", false],
  ["a b@example.org", false],
  ["<ada@example.org>", false],
  ["ada..l@example.org", false],
  [".ada@example.org", false],
  ["ada.@example.org", false],
  ["a.da@example.org", true],
  ["ada@example..org", false],
  ["ada@-example.org", false],
  ["zoë@example.org", true],
  [`${"a".repeat(64)}@example.org`, true],
  [`${"a".repeat(65)}@example.org`, false],
  ["\u200bada@example.org", false],
  ["a\u00adda@example.org", false],
  ["ada\u0000@example.org", false],
])("%j as an e-mail: %j", (text, valid) => expect(isEmail(text)).toBe(valid));

test("the rule is that of the calls of the back office", () => expect(addressPattern).toEqual(emailPattern));
