import { describe, expect, test } from "vitest";
import { defaultIdentityFields, identityFields, withOptionalAddress } from "./identityFields.ts";
import {
  identityFromAnswers,
  identityProblems,
  isName,
  isZip,
  pruneAnswers,
  withEmptied,
  type IdentityAnswers,
} from "./identityAnswers.ts";

const ada = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.org", email_confirm: "ADA@example.org" };
/** Phone numbers in this test: British, with the country code or in national format. */
const knowing = {
  country: "US",
  isPhone: (number: string, country: string) =>
    number.startsWith("+44") || (country === "GB" && number.startsWith("0")),
};
const problemsOf = (fields: Parameters<typeof identityProblems>[0], answers: IdentityAnswers): string[] =>
  identityProblems(fields, answers, knowing).map(({ field, message }) => `${field} ${message}`);

describe("the default form", () => {
  test.each([
    ["accepts complete answers", ada, []],
    [
      "requires every field",
      {},
      ["first_name required", "last_name required", "email required", "email_confirm required"],
    ],
    ["refuses a blank name", { ...ada, first_name: "   " }, ["first_name required"]],
    ["accepts names of 50 letters", { ...ada, last_name: "a".repeat(50) }, []],
    ["refuses names of 51 letters", { ...ada, last_name: "a".repeat(51) }, ["last_name too_long"]],
    [
      "refuses an invalid e-mail address",
      { ...ada, email: "ada", email_confirm: "ada" },
      ["email not_email", "email_confirm not_email"],
    ],
    ["accepts an e-mail address of 254 characters", { ...ada, email: long(254), email_confirm: long(254) }, []],
    [
      "refuses an e-mail address of 255 characters",
      { ...ada, email: long(255), email_confirm: long(255) },
      ["email too_long", "email_confirm too_long"],
    ],
    [
      "requires both e-mail addresses to match",
      { ...ada, email_confirm: "ada@example.com" },
      ["email_confirm emailMustMatch"],
    ],
    ["refuses a link as a name", { ...ada, first_name: "Win at http://x.y" }, ["first_name not_name"]],
  ])("the default form %s", (_, answers, problems) =>
    expect(problemsOf(defaultIdentityFields, answers)).toEqual(problems),
  );

  test("sends trimmed answers without the repeated e-mail", () =>
    expect(identityFromAnswers(defaultIdentityFields, { ...ada, first_name: " Ada " })).toEqual({
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.org",
    }));

  test.each([
    ["direction controls", "Ada\u202eecalevoL", "AdaecalevoL"],
    ["control characters", "Ada\u0000\u0007 L", "Ada L"],
    ["line breaks", "Ada\nBcc: eve@example.org", "Ada Bcc: eve@example.org"],
    ["decomposed letters", "A\u0308da", "\u00c4da"],
  ])("a stored name is plain text without %s", (_, typed, kept) =>
    expect(identityFromAnswers(defaultIdentityFields, { ...ada, first_name: typed }).first_name).toBe(kept),
  );
});

function long(length: number): string {
  const domain = `${"d".repeat(60)}.${"e".repeat(60)}.${"f".repeat(60)}.${"g".repeat(20)}.org`;
  return `${"a".repeat(length - domain.length - 1)}@${domain}`;
}

const fieldsFor = (properties: object, required: string[] = []) =>
  identityFields([{ properties: properties as never, required }], ["checkout", "guest"]);

describe("standard fields", () => {
  const fields = fieldsFor({ phone: {}, country: {}, zip_code: {}, gift_aid_eligible: {} }, ["phone"]);
  test.each<[string, IdentityAnswers, string[]]>([
    ["a required phone number is required", {}, ["phone required"]],
    ["a word is no phone number", { phone: "mine" }, ["phone not_phone"]],
    ["a phone number with a country code needs no country", { phone: "+44 20 7219 4272" }, []],
    ["a phone number without a country code uses the address's country", { phone: "020 7219 4272", country: "GB" }, []],
    ["a phone number without any country uses the seller's", { phone: "020 7219 4272" }, ["phone not_phone"]],
    ["a phone number has at most 50 characters", { phone: `+44${"1".repeat(48)}` }, ["phone too_long"]],
    ["an invalid postcode is refused", { phone: "+44 1", zip_code: "1 2 3 4" }, ["zip_code not_zip"]],
  ])("%s", (_, answers, problems) => expect(problemsOf(fields, { ...ada, ...answers })).toEqual(problems));

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
    const form = fieldsFor({ address: {}, zip_code: {}, gift_aid_eligible: {} });
    expect(problemsOf(form, ada)).toEqual([]);
    expect(problemsOf(form, { ...ada, gift_aid_eligible: true })).toEqual(["address required", "zip_code required"]);
    expect(problemsOf(defaultIdentityFields, { ...ada, gift_aid_eligible: true })).toEqual([]);
    expect(
      problemsOf(withOptionalAddress(fieldsFor({ gift_aid_eligible: {} })), { ...ada, gift_aid_eligible: true }),
    ).toEqual([]);
    expect(problemsOf(fields, { ...ada, phone: "+44 1", gift_aid_eligible: true, zip_code: "SW1A 1AA" })).toEqual([]);
  });
  test("requires a mandatory checkbox", () =>
    expect(problemsOf(fieldsFor({ gift_aid_eligible: {} }, ["gift_aid_eligible"]), ada)).toEqual([
      "gift_aid_eligible required",
    ]));
});

describe("custom fields", () => {
  const fields = fieldsFor(
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
    ["requires required fields", {}, ["diet required"]],
    ["accepts 1000 characters", { diet: "x".repeat(1000) }, []],
    ["refuses 1001 characters", { diet: "x".repeat(1001) }, ["diet too_long"]],
    ["refuses text as a number", { diet: "-", age: "old" }, ["age not_number"]],
    ["refuses a number below its minimum", { diet: "-", age: "17" }, ["age too_small"]],
    ["requires a repeated field to match", { diet: "-", card: "A1" }, ["card_again cardMustMatch"]],
    [
      "compares a repeated field with its case",
      { diet: "-", card: "A1", card_again: "a1" },
      ["card_again cardMustMatch"],
    ],
    ["accepts a repeated field that matches", { diet: "-", card: "A1", card_again: "A1" }, []],
  ])("a form with custom fields %s", (_, answers, problems) =>
    expect(problemsOf(fields, { ...ada, ...answers })).toEqual(problems),
  );

  test("custom fields does not send locked, repeated, unknown or withdrawn values", () =>
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
  const fields = fieldsFor({ heard: { enum: ["Friends", "Press"], title: "Heard of us" } });
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
])("%j as a postcode: %j", (text, valid) => expect(isZip(text)).toBe(valid));

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

describe("a known value that was cleared", () => {
  const text = { type: "string", title: "Question" } as const;
  const form = {
    properties: {
      phone: {},
      motto: text,
      club: text,
      fixed: { ...text, readOnly: true },
      news: { type: "boolean", title: "News" },
    },
  } as const;
  const fields = identityFields([form], ["checkout", "member"]);
  const identity = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.org" };
  test.each<[string, IdentityAnswers, object]>([
    [
      "is sent as empty",
      { phone: "1", motto: "Onward" },
      { phone: "", additional_info: { club: "Rowing", motto: "" } },
    ],
    ["is not sent if no value was known", { phone: "", motto: " " }, { additional_info: { club: "Rowing" } }],
    [
      "is not sent where it is answered, locked or ticked",
      { club: "Chess", fixed: "x", news: true },
      { additional_info: { club: "Rowing" } },
    ],
    ["is not sent if it is not asked for", { city: "New York", diet: "none" }, { additional_info: { club: "Rowing" } }],
  ])("a known value that was cleared %s", (_, known, sent) =>
    expect(withEmptied({ ...identity, additional_info: { club: "Rowing" } }, fields, known)).toEqual({
      ...identity,
      ...sent,
    }),
  );
});
