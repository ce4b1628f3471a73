import { describe, expect, test } from "vitest";
import { isChoosable, judgeMerge, maxMergedRows, proposedChoice, type MergePerson } from "./mergePersons.ts";

const person = (id: string, more: Partial<MergePerson> = {}): MergePerson => ({
  id,
  kind: "account",
  has_password: false,
  has_verified_email: true,
  rows: 3,
  ...more,
});
const guest = { kind: "guest", has_verified_email: false } as const;
const card = { kind: "card", has_verified_email: false } as const;
const password = { has_password: true };

describe("who can be merged, and who is kept", () => {
  test.each<[string, Partial<MergePerson>, Partial<MergePerson>, unknown]>([
    ["two accounts without a password: either", {}, {}, { keepable: ["one", "other"] }],
    ["the first has a password", password, {}, { keepable: ["one"] }],
    ["the second has a password", {}, password, { keepable: ["other"] }],
    ["both have one", password, password, { problem: "two_passwords" }],
    ["an account and a guest", {}, guest, { keepable: ["one"] }],
    ["a guest and an account with a password", guest, password, { keepable: ["other"] }],
    ["a card and an account", card, {}, { keepable: ["other"] }],
    ["a card and a guest", card, guest, { problem: "no_account" }],
    ["two cards", card, card, { problem: "no_account" }],
    ["the second has too many rows to move", {}, { rows: maxMergedRows + 1 }, { keepable: ["other"] }],
    ["as many as can move", password, { rows: maxMergedRows }, { keepable: ["one"] }],
    ["too many, and it has no password", password, { rows: maxMergedRows + 1 }, { problem: "too_many_rows" }],
  ])("%s", (_, one, other, judged) => {
    expect(judgeMerge(person("a", one), person("b", other))).toEqual(judged);
  });

  test("nobody is merged with themselves", () => {
    expect(judgeMerge(person("a"), person("a"))).toEqual({ problem: "same_person" });
  });
});

const full = { name: "Ada King", email: "ada@king.example", phone: "+1 212 736 3100", address: "1 Pier Road" };
const none = { name: null, email: null, phone: null, address: null };

test.each([
  ["keeps what the kept person has", full, person("b"), full, "kept", "kept"],
  ["takes what they do not have", none, person("b"), full, "merged", "merged"],
  ["takes no address to log in with from a guest", none, person("b", guest), full, "merged", "kept"],
  ["takes none that was never verified", none, person("b", { has_verified_email: false }), full, "merged", "kept"],
  ["takes nothing for a card, which keeps its name", none, person("b", card), full, "kept", "kept"],
  ["takes nothing where neither has it", none, person("b"), none, "kept", "kept"],
] as const)("what is proposed %s", (_, kept, merged, values, name, email) => {
  expect(proposedChoice(kept, merged, values)).toEqual({ name, email, phone: name, address: name });
});

test("an empty value cannot be chosen", () => {
  expect(isChoosable("phone", person("b"), { ...full, phone: null })).toBe(false);
  expect(isChoosable("phone", person("b"), full)).toBe(true);
});
