import { describe, expect, test } from "vitest";
import { defaultIdentityFields, identityFields, withOptionalAddress } from "./identityFields.ts";
import {
  identityFromAnswers,
  identityProblems,
  isName,
  isZip,
  pruneAnswers,
  type IdentityAnswers,
} from "./identityAnswers.ts";

const ada = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.org", email_confirm: "ADA@example.org" };
/** A telephone's number here: of Britain with its country's code, or as Britons write it. */
const knowing = {
  country: "US",
  isPhone: (number: string, country: string) =>
    number.startsWith("+44") || (country === "GB" && number.startsWith("0")),
};
const wrong = (fields: Parameters<typeof identityProblems>[0], answers: IdentityAnswers): string[] =>
  identityProblems(fields, answers, knowing).map(({ field, message }) => `${field} ${message}`);

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
    ["takes an e-mail of 254", { ...ada, email: long(254), email_confirm: long(254) }, []],
    [
      "and no longer one",
      { ...ada, email: long(255), email_confirm: long(255) },
      ["email too_long", "email_confirm too_long"],
    ],
    ["wants both e-mails alike", { ...ada, email_confirm: "ada@example.com" }, ["email_confirm emailMustMatch"]],
    ["takes no address of a page for a name", { ...ada, first_name: "Win at http://x.y" }, ["first_name not_name"]],
  ])("%s", (_, answers, problems) => expect(wrong(defaultIdentityFields, answers)).toEqual(problems));

  test("sends trimmed answers without the repeated e-mail", () =>
    expect(identityFromAnswers(defaultIdentityFields, { ...ada, first_name: " Ada " })).toEqual({
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.org",
    }));

  test.each([
    ["turned letters", "Ada\u202eecalevoL", "AdaecalevoL"],
    ["signs that cannot be seen", "Ada\u0000\u0007 L", "Ada L"],
    ["lines", "Ada\nBcc: eve@example.org", "Ada Bcc: eve@example.org"],
    ["letters put together", "A\u0308da", "\u00c4da"],
  ])("a name is plain: %s", (_, typed, kept) =>
    expect(identityFromAnswers(defaultIdentityFields, { ...ada, first_name: typed }).first_name).toBe(kept),
  );
});

function long(length: number): string {
  const domain = `${"d".repeat(60)}.${"e".repeat(60)}.${"f".repeat(60)}.${"g".repeat(20)}.org`;
  return `${"a".repeat(length - domain.length - 1)}@${domain}`;
}

const asked = (properties: object, required: string[] = []) =>
  identityFields([{ properties: properties as never, required }], ["checkout", "guest"]);

describe("standard fields", () => {
  const fields = asked({ phone: {}, country: {}, zip_code: {}, gift_aid_eligible: {} }, ["phone"]);
  test.each<[string, IdentityAnswers, string[]]>([
    ["a phone is asked for", {}, ["phone required"]],
    ["a word is none", { phone: "mine" }, ["phone not_phone"]],
    ["with its country's code it needs no country", { phone: "+44 20 7219 4272" }, []],
    ["without it that of the address is meant", { phone: "020 7219 4272", country: "GB" }, []],
    ["else the seller's", { phone: "020 7219 4272" }, ["phone not_phone"]],
    ["at most 50 signs", { phone: `+44${"1".repeat(48)}` }, ["phone too_long"]],
    ["a post code that is none", { phone: "+44 1", zip_code: "1 2 3 4" }, ["zip_code not_zip"]],
  ])("%s", (_, answers, problems) => expect(wrong(fields, { ...ada, ...answers })).toEqual(problems));

  test("stores country codes and booleans, and drops empty values", () =>
    expect(
      identityFromAnswers(fields, { ...ada, country: "united states", phone: " ", gift_aid_eligible: "true" }),
    ).toEqual({
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.org",
      country: "US",
      gift_aid_eligible: true,
    }));
  test("stores an untouched checkbox as false", () =>
    expect(identityFromAnswers(fields, ada).gift_aid_eligible).toBe(false));
  test("Gift Aid requires the address fields of the form", () => {
    const form = asked({ address: {}, zip_code: {}, gift_aid_eligible: {} });
    expect(wrong(form, ada)).toEqual([]);
    expect(wrong(form, { ...ada, gift_aid_eligible: true })).toEqual(["address required", "zip_code required"]);
    expect(wrong(defaultIdentityFields, { ...ada, gift_aid_eligible: true })).toEqual([]);
    expect(wrong(withOptionalAddress(asked({ gift_aid_eligible: {} })), { ...ada, gift_aid_eligible: true })).toEqual(
      [],
    );
    expect(wrong(fields, { ...ada, phone: "+44 1", gift_aid_eligible: true, zip_code: "SW1A 1AA" })).toEqual([]);
  });
  test("requires a mandatory checkbox", () =>
    expect(wrong(asked({ gift_aid_eligible: {} }, ["gift_aid_eligible"]), ada)).toEqual([
      "gift_aid_eligible required",
    ]));
});

describe("custom fields", () => {
  const fields = asked(
    {
      heard: { enum: ["Friends", "Press"], title: "Heard of us" },
      diet: { type: "string", title: "Diet" },
      age: { type: "integer", title: "Age", minimum: 18 },
      card: { type: "string", title: "Card" },
      card_again: { type: "string", title: "Card again", mustEqual: { field: "card" } },
      note: { type: "string", title: "Note", readOnly: true },
      old: { type: "string", title: "Old", disabled: true },
    },
    ["diet", "old"],
  );
  test.each<[string, IdentityAnswers, string[]]>([
    ["required ones are", {}, ["diet required"]],
    ["up to 1000 signs", { diet: "x".repeat(1000) }, []],
    ["and no more", { diet: "x".repeat(1001) }, ["diet too_long"]],
    ["numbers are numbers", { diet: "-", age: "old" }, ["age not_number"]],
    ["within their bounds", { diet: "-", age: "17" }, ["age too_small"]],
    ["a repetition has to be one", { diet: "-", card: "A1" }, ["card_again cardMustMatch"]],
    ["to the letter", { diet: "-", card: "A1", card_again: "a1" }, ["card_again cardMustMatch"]],
    ["and is content then", { diet: "-", card: "A1", card_again: "A1" }, []],
  ])("%s", (_, answers, problems) => expect(wrong(fields, { ...ada, ...answers })).toEqual(problems));

  test("does not send locked, repeated, unknown or withdrawn values", () =>
    expect(
      identityFromAnswers(fields, {
        ...ada,
        diet: " vegan ",
        age: "42",
        heard: "Radio",
        card: "A1",
        card_again: "A1",
        note: "changed",
        old: "changed",
        extra: "never asked",
        phone: "+44 20 7219 4272",
      }),
    ).toEqual({
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.org",
      additional_info: { diet: "vegan", age: 42, card: "A1" },
    }));
});

test("removes a choice that is no longer offered", () => {
  const fields = asked({ heard: { enum: ["Friends", "Press"], title: "Heard of us" } });
  const answers = { ...ada, heard: "Radio" };
  expect(pruneAnswers(fields, answers)).toEqual(ada);
  const fits = { ...ada, heard: "Press" };
  expect(pruneAnswers(fields, fits)).toBe(fits);
});

test.each([
  ["10001", true],
  ["SW1A 1AA", true],
  ["12345-6789", true],
  ["123", false],
  ["12345678901", false],
  ["1 2 3 4", false],
])("%j as a post code: %j", (text, valid) => expect(isZip(text)).toBe(valid));

test.each([
  ["Ada", true],
  ["J.R.R. Tolkien", true],
  ["St. John-Smythe", true],
  ["O'Neill", true],
  ["李小龍", true],
  ["https://evil.example", false],
  ["www.evil", false],
  ["Claim at evil.com", false],
])("%j as a name: %j", (text, valid) => expect(isName(text)).toBe(valid));
