import { describe, expect, test } from "vitest";
import type { EventMeta } from "@foyer/contract/shop/settings/eventSettings.ts";
import {
  attendeeFields,
  attendeeProblems,
  groupAttendeeFields,
  joinName,
  labelProblems,
  checkAttendees,
  splitName,
  type AttendeeFields,
} from "./attendees.ts";

const requirements = (names: AttendeeFields["names"], emails: AttendeeFields["emails"]): AttendeeFields => ({
  names,
  emails,
});
const ada = { first: "Ada", last: "Lovelace", email: "ada@example.org" };

test.each<[string, EventMeta, EventMeta, AttendeeFields]>([
  ["are hidden without settings", {}, {}, requirements("hidden", "hidden")],
  ["are the event's", {}, { admit_names: "required", admit_emails: "optional" }, requirements("required", "optional")],
  [
    "are the group's before the event's",
    { admit_names: "optional" },
    { admit_names: "required" },
    requirements("optional", "hidden"),
  ],
])("attendee fields %s", (_, group, event, fields) => expect(attendeeFields(group, event)).toEqual(fields));

test.each([
  ["tickets", {}, requirements("hidden", "hidden")],
  ["ledger", {}, requirements("optional", "optional")],
  ["ledger", { admit_names: "required" }, requirements("required", "optional")],
] as const)("the attendee fields of a %s group follow its settings %j", (handler, meta, fields) =>
  expect(groupAttendeeFields({ handler, meta }, {})).toEqual(fields),
);

describe("the fields of an attendee", () => {
  test.each([
    ["accepts complete fields", requirements("required", "required"), {}, []],
    ["ignores hidden fields", requirements("hidden", "hidden"), { first: "", last: "", email: "x" }, []],
    ["requires a last name", requirements("required", "hidden"), { last: " " }, ["last required"]],
    [
      "requires both names",
      requirements("required", "hidden"),
      { first: "", last: "" },
      ["first required", "last required"],
    ],
    ["accepts an empty optional name", requirements("optional", "hidden"), { first: "", last: "" }, []],
    ["refuses half an optional name", requirements("optional", "hidden"), { first: "" }, ["first required"]],
    ["accepts an empty optional e-mail address", requirements("required", "optional"), { email: "" }, []],
    [
      "refuses an invalid optional e-mail address",
      requirements("required", "optional"),
      { email: "ada" },
      ["email not_email"],
    ],
    ["requires a required e-mail address", requirements("required", "required"), { email: " " }, ["email required"]],
    ["accepts names of 50 letters", requirements("required", "hidden"), { first: "a".repeat(50) }, []],
    ["refuses names of 51 letters", requirements("required", "hidden"), { first: "a".repeat(51) }, ["first too_long"]],
    [
      "refuses an e-mail address of 255 characters",
      requirements("hidden", "required"),
      { email: `${"a".repeat(243)}@example.org` },
      ["email too_long"],
    ],
  ])("the form of an attendee %s", (_, fields, other, problems) =>
    expect(attendeeProblems(fields, { ...ada, ...other }).map(({ field, message }) => `${field} ${message}`)).toEqual(
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
      "are trimmed",
      requirements("required", "optional"),
      { quantity: 2, admit_names: [" Ada\u202e  Lovelace", "Bo Ek"], admit_emails: ["", "bo@example.org "] },
      { admit_names: ["Ada Lovelace", "Bo Ek"], admit_emails: [null, "bo@example.org"] },
    ],
    [
      "are dropped if the fields are hidden",
      requirements("hidden", "hidden"),
      { quantity: 1, admit_names: ["Ada"], admit_emails: ["x"] },
      { admit_names: [null], admit_emails: [null] },
    ],
    [
      "are null if optional and empty",
      requirements("optional", "optional"),
      { quantity: 1 },
      { admit_names: [null], admit_emails: [null] },
    ],
    [
      "are kept if complete",
      requirements("required", "hidden"),
      { quantity: 2, admit_names: ["Ada Lovelace"] },
      "1 admit_names required",
    ],
    [
      "are refused if there are more than tickets",
      requirements("optional", "hidden"),
      { quantity: 1, admit_names: ["A B", "C D"] },
      "1 admit_names too_many",
    ],
    [
      "are refused with a name of one word",
      requirements("optional", "hidden"),
      { quantity: 1, admit_names: ["Ada"] },
      "0 admit_names not_a_name",
    ],
    [
      "are refused with a name part of more than 50 letters",
      requirements("required", "hidden"),
      { quantity: 1, admit_names: [`${"a".repeat(51)} b`] },
      "0 admit_names not_a_name",
    ],
    [
      "are accepted with two first names",
      requirements("required", "hidden"),
      { quantity: 1, admit_names: [`Mary ${"a".repeat(40)} ${"b".repeat(50)}`] },
      { admit_names: [`Mary ${"a".repeat(40)} ${"b".repeat(50)}`], admit_emails: [null] },
    ],
    [
      "are refused without a required e-mail address",
      requirements("hidden", "required"),
      { quantity: 1 },
      "0 admit_emails required",
    ],
    [
      "are refused with an invalid e-mail address",
      requirements("hidden", "optional"),
      { quantity: 1, admit_emails: ["ada"] },
      "0 admit_emails not_email",
    ],
  ])("attendees in a request %s", (_, fields, sent, expected) => {
    const result = checkAttendees(fields, sent);
    if (!("problem" in result)) return expect(result).toEqual(expected);
    const { index, field, message } = result.problem;
    expect(`${index} ${field} ${message}`).toBe(expected);
  });
});

describe("a label in place of a name", () => {
  const label = { text: "Locker", pattern: /^[A-Z]\d{1,3}$/ };
  test.each([
    ["a right value", "B12", []],
    ["a value between spaces", " B12 ", []],
    ["no value", "  ", ["first required"]],
    ["a wrong value", "twelve", ["first not_label"]],
  ])("finds the problem of %s", (_, first, problems) =>
    expect(labelProblems(label, { ...ada, first }).map(({ field, message }) => `${field} ${message}`)).toEqual(
      problems,
    ),
  );

  const fields: AttendeeFields = { names: "required", emails: "hidden", label };
  test("keeps one for each ticket", () =>
    expect(
      checkAttendees(fields, { quantity: 2, admit_names: ["B12", "C3"], admit_emails: ["ada@example.org"] }),
    ).toEqual({
      admit_names: ["B12", "C3"],
      admit_emails: [null, null],
    }));
  test.each([
    ["a missing one", ["B12"], { index: 1, field: "admit_names", message: "required" }],
    ["a wrong one", ["Ada Lovelace", "B12"], { index: 0, field: "admit_names", message: "not_a_label" }],
    ["one too many", ["B1", "B2", "B3"], { index: 2, field: "admit_names", message: "too_many" }],
  ])("refuses %s", (_, admit_names, problem) =>
    expect(checkAttendees(fields, { quantity: 2, admit_names })).toEqual({ problem }),
  );
});
