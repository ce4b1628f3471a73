import { describe, expect, test } from "vitest";
import type { EventMeta } from "@foyer/contract/shop/catalog.ts";
import {
  attendeeFields,
  attendeeProblems,
  groupAttendeeFields,
  joinName,
  checkAttendees,
  splitName,
  type AttendeeFields,
} from "./attendees.ts";

const asks = (names: AttendeeFields["names"], emails: AttendeeFields["emails"]): AttendeeFields => ({ names, emails });
const ada = { first: "Ada", last: "Lovelace", email: "ada@example.org" };

test.each<[string, EventMeta, EventMeta, AttendeeFields]>([
  ["nobody asks", {}, {}, asks("hidden", "hidden")],
  ["the event asks", {}, { admit_names: "required", admit_emails: "optional" }, asks("required", "optional")],
  ["the group knows better", { admit_names: "optional" }, { admit_names: "required" }, asks("optional", "hidden")],
])("%s", (_, group, event, ask) => expect(attendeeFields(group, event)).toEqual(ask));

test.each([
  ["tickets", {}, asks("hidden", "hidden")],
  ["ledger", {}, asks("optional", "optional")],
  ["ledger", { admit_names: "required" }, asks("required", "optional")],
] as const)("%s with %j", (handler, meta, ask) => expect(groupAttendeeFields({ handler, meta }, {})).toEqual(ask));

describe("the fields of an attendee", () => {
  test.each([
    ["all there", asks("required", "required"), {}, []],
    ["nothing asked, nothing wrong", asks("hidden", "hidden"), { first: "", last: "", email: "x" }, []],
    ["a first name only", asks("required", "hidden"), { last: " " }, ["last required"]],
    ["no name at all", asks("required", "hidden"), { first: "", last: "" }, ["first required", "last required"]],
    ["an optional name may stay out", asks("optional", "hidden"), { first: "", last: "" }, []],
    ["but not by half", asks("optional", "hidden"), { first: "" }, ["first required"]],
    ["an optional e-mail may stay out", asks("required", "optional"), { email: "" }, []],
    ["but is one if it is there", asks("required", "optional"), { email: "ada" }, ["email not_email"]],
    ["a required e-mail may not stay out", asks("required", "required"), { email: " " }, ["email required"]],
    ["names of 50 letters", asks("required", "hidden"), { first: "a".repeat(50) }, []],
    ["and no longer", asks("required", "hidden"), { first: "a".repeat(51) }, ["first too_long"]],
    ["an e-mail of 255", asks("hidden", "required"), { email: `${"a".repeat(243)}@example.org` }, ["email too_long"]],
  ])("%s", (_, ask, other, problems) =>
    expect(attendeeProblems(ask, { ...ada, ...other }).map(({ field, message }) => `${field} ${message}`)).toEqual(
      problems,
    ),
  );
});

test.each([
  [" Ada ", "King  Lovelace", "Ada King Lovelace"],
  ["", " ", ""],
  ["Ada", "", "Ada"],
])("%j and %j are %j", (first, last, name) => expect(joinName(first, last)).toBe(name));

test.each([
  ["Ada Lovelace", { first: "Ada", last: "Lovelace" }],
  [" Ada  King Lovelace ", { first: "Ada", last: "King Lovelace" }],
  ["Ada", undefined],
  ["  ", undefined],
])("splits %j", (name, parts) => expect(splitName(name)).toEqual(parts));

describe("the attendees of a request", () => {
  test.each([
    [
      "are tidied",
      asks("required", "optional"),
      { quantity: 2, admit_names: [" Ada\u202e  Lovelace", "Bo Ek"], admit_emails: ["", "bo@example.org "] },
      { admit_names: ["Ada Lovelace", "Bo Ek"], admit_emails: [null, "bo@example.org"] },
    ],
    [
      "are dropped where nobody asks",
      asks("hidden", "hidden"),
      { quantity: 1, admit_names: ["Ada"], admit_emails: ["x"] },
      { admit_names: [null], admit_emails: [null] },
    ],
    ["may stay out", asks("optional", "optional"), { quantity: 1 }, { admit_names: [null], admit_emails: [null] }],
    [
      "are all there",
      asks("required", "hidden"),
      { quantity: 2, admit_names: ["Ada Lovelace"] },
      "1 admit_names required",
    ],
    [
      "are not more than tickets",
      asks("optional", "hidden"),
      { quantity: 1, admit_names: ["A B", "C D"] },
      "1 admit_names too_many",
    ],
    ["have two words", asks("optional", "hidden"), { quantity: 1, admit_names: ["Ada"] }, "0 admit_names not_a_name"],
    [
      "have parts of at most 50 letters",
      asks("required", "hidden"),
      { quantity: 1, admit_names: [`${"a".repeat(51)} b`] },
      "0 admit_names not_a_name",
    ],
    [
      "with two first names",
      asks("required", "hidden"),
      { quantity: 1, admit_names: [`Mary ${"a".repeat(40)} ${"b".repeat(50)}`] },
      { admit_names: [`Mary ${"a".repeat(40)} ${"b".repeat(50)}`], admit_emails: [null] },
    ],
    ["have an e-mail each", asks("hidden", "required"), { quantity: 1 }, "0 admit_emails required"],
    ["that is one", asks("hidden", "optional"), { quantity: 1, admit_emails: ["ada"] }, "0 admit_emails not_email"],
  ])("%s", (_, ask, sent, expected) => {
    const verdict = checkAttendees(ask, sent);
    if (!("problem" in verdict)) return expect(verdict).toEqual(expected);
    const { place, field, message } = verdict.problem;
    expect(`${place} ${field} ${message}`).toBe(expected);
  });
});
