import { expect, test } from "vitest";
import { violates } from "./violates.ts";

const duplicate = (more: object, message = "duplicate key") =>
  Object.assign(new Error(message), { code: "23505", ...more });
const messageOf = (name: string) => `duplicate key value violates unique constraint "${name}"`;

test.each([
  ["identity_user_email", true],
  ["identity_user_email_102345", true],
  ["identity_user_email_1023456789", true],
  ["identity_user_email_2", false],
  ["identity_user", false],
  ["identity_pkey_102345", false],
])("a violated constraint %s is identity_user_email, or that of a shard: %s", (constraint, expected) => {
  expect(violates(duplicate({ constraint }), "identity_user_email")).toBe(expected);
  // A coordinator passes on only the message.
  expect(violates(duplicate({}, messageOf(constraint)), "identity_user_email")).toBe(expected);
});

test("an error that names no violation is not one", () => {
  const name = "identity_user_email";
  expect(violates(new Error(messageOf(name)), name)).toBe(false);
  expect(violates(Object.assign(new Error("no such index"), { code: "42704", constraint: name }), name)).toBe(false);
  expect(violates({ code: "23505", constraint: name }, name)).toBe(false);
});
