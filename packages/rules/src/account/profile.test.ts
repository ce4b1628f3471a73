import { describe, expect, test } from "vitest";
import type { User } from "@foyer/contract/shop/login.ts";
import { profileAnswers, profileFields, withoutKnownFields } from "./profile.ts";
import { identityFields } from "../forms/identityFields.ts";

const ada: User["identity"] = {
  id: "00000000-0000-4000-8000-000000000001",
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.org",
};
const configuredFields = identityFields(
  [{ properties: { phone: {}, state: {}, club: { type: "string", title: "Club" } }, required: ["phone", "state"] }],
  ["checkout", "member"],
);
const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

describe("answers of an account", () => {
  test.each<[string, Partial<User["identity"]>, object]>([
    ["name and address", {}, { first_name: "Ada", last_name: "Lovelace", email: "ada@example.org" }],
    [
      "what it does not know is left out",
      { phone: null, city: "", last_name: null, email: null },
      { first_name: "Ada" },
    ],
    [
      "what else it knows",
      { phone: "+1 212 555 0100", zip_code: "10001", gift_aid_eligible: true },
      { phone: "+1 212 555 0100", zip_code: "10001", gift_aid_eligible: true },
    ],
    ["no preference is left out", { gift_aid_eligible: false }, { first_name: "Ada" }],
    ["answers to the seller's questions", { additional_info: { club: "Rowing", odd: { a: 1 } } }, { club: "Rowing" }],
    [
      "a question named like a field of the account says nothing of it",
      { additional_info: { email: "eve@example.org" } },
      { email: "ada@example.org" },
    ],
  ])("answers are read from a profile: %s", (_, more, expected) => {
    const answers = profileAnswers({ ...ada, ...more });
    expect(answers).toMatchObject(expected);
    expect(answers).not.toHaveProperty("odd");
    expect(Object.values(answers)).not.toContain(null);
  });
});

test.each<[string, Partial<User["identity"]>, readonly string[]]>([
  ["only fields that the account lacks are asked for", {}, ["phone", "state", "club"]],
  ["including a name that it lacks", { last_name: null }, ["last_name", "phone", "state", "club"]],
])("%s", (_, more, left) => expect(names(withoutKnownFields(configuredFields, { ...ada, ...more }))).toEqual(left));

test("locks name and e-mail and makes the state optional", () => {
  const fields = profileFields(configuredFields);
  expect(fields.map(({ name, isLocked, required }) => [name, isLocked, required])).toEqual([
    ["first_name", true, false],
    ["last_name", true, false],
    ["email", true, false],
    ["phone", false, true],
    ["state", false, false],
    ["club", false, false],
  ]);
});
