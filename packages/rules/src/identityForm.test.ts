import { describe, expect, test } from "vitest";
import { defaultIdentityFields, identityProblems, isEmail, isZip, trimmedAnswers } from "./identityForm.ts";

const ada = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.org", email_confirm: "ADA@example.org" };

describe("the default form", () => {
  test.each([
    ["is content", ada, []],
    [
      "wants every field",
      {},
      ["first_name required", "last_name required", "email required", "email_confirm required"],
    ],
    ["takes no blanks for a name", { ...ada, first_name: "   " }, ["first_name required"]],
    ["takes names up to 50", { ...ada, last_name: "a".repeat(50) }, []],
    ["and no longer", { ...ada, last_name: "a".repeat(51) }, ["last_name too_long"]],
    [
      "knows an e-mail from a word",
      { ...ada, email: "ada", email_confirm: "ada" },
      ["email not_email", "email_confirm not_email"],
    ],
    ["wants both e-mails alike", { ...ada, email_confirm: "ada@example.com" }, ["email_confirm emailMustMatch"]],
  ])("%s", (_, answers, problems) =>
    expect(identityProblems(defaultIdentityFields, answers).map(({ field, message }) => `${field} ${message}`)).toEqual(
      problems,
    ),
  );

  test("sends trimmed answers and no repetition", () =>
    expect(trimmedAnswers(defaultIdentityFields, { ...ada, first_name: " Ada " })).toEqual({
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.org",
    }));
});

test.each([
  ["ada@example.org", true],
  ["ada+tickets@sub.example.co.uk", true],
  ["ada@example", false],
  ["ada@@example.org", false],
  ["ada@example.org\r\nbcc: b@example.org", false],
  ["a b@example.org", false],
  ["<ada@example.org>", false],
  ["ada..l@example.org", false],
])("%j as an e-mail: %j", (text, valid) => expect(isEmail(text)).toBe(valid));

test.each([
  ["10001", true],
  ["SW1A 1AA", true],
  ["12345-6789", true],
  ["123", false],
  ["12345678901", false],
  ["1 2 3 4", false],
])("%j as a post code: %j", (text, valid) => expect(isZip(text)).toBe(valid));
