import { expect, test } from "vitest";
import { findRenewedPerson, matchParty, type PartyPerson } from "./matchParty.ts";

const person = (
  id: string,
  party_role: string,
  name: string | null = null,
  email: string | null = null,
): PartyPerson => ({
  id,
  ticket_type_id: party_role,
  party_role,
  name,
  email,
});
const previous = [
  person("old-ada", "member", "Ada Lovelace", "ada@example.org"),
  person("old-william", "second-card", "William King", "william@example.org"),
  person("old-anne", "child", "Anne King"),
  person("old-byron", "child", "Byron King"),
  person("old-nameless", "child"),
];
const ada = person("ada", "member", "Augusta Ada King", "countess@example.org");

test.each([
  ["matches the holder under any name", [ada], []],
  [
    "matches by address under any name",
    [ada, person("w", "second-card", "Will", "WILLIAM@example.org")],
    [["w", "old-william"]],
  ],
  ["matches by name, ignoring case and spaces", [ada, person("b", "child", " byron KING ")], [["b", "old-byron"]]],
  [
    "matches people in another order",
    [ada, person("b", "child", "Byron King"), person("a", "child", "Anne King")],
    [
      ["b", "old-byron"],
      ["a", "old-anne"],
    ],
  ],
  ["matches unnamed people by position", [ada, person("x", "child")], [["x", "old-anne"]]],
  ["matches a new name with an unnamed person", [ada, person("r", "child", "Ralph King")], [["r", "old-nameless"]]],
  ["matches no other person's card", [ada, person("c", "second-card", "Charles Babbage")], []],
  [
    "matches nobody in another role",
    [ada, person("w", "child", "William King", "william@example.org")],
    [["w", "old-nameless"]],
  ],
  [
    "matches each person once",
    [ada, person("b1", "child", "Byron King"), person("b2", "child", "Byron King")],
    [
      ["b1", "old-byron"],
      ["b2", "old-nameless"],
    ],
  ],
] as const)("a renewed party %s", (_, party, matched) =>
  expect([...matchParty(party, previous, { holder: "ada", renewed: "old-ada" })]).toEqual([
    ["ada", "old-ada"],
    ...matched,
  ]),
);

test("adults who change places keep their cards", () =>
  expect([
    ...matchParty(
      [
        person("w", "member", "William King", "william@example.org"),
        person("a", "second-card", "Ada Lovelace", "ada@example.org"),
      ],
      previous,
      { holder: "w", renewed: "old-william" },
    ),
  ]).toEqual([
    ["w", "old-william"],
    ["a", "old-ada"],
  ]));

const [oldAda, oldWilliam] = previous as [PartyPerson, PartyPerson];
test.each([
  [
    "the one of the role with the address",
    oldWilliam,
    [ada, person("w", "second-card", "Will", "William@example.org")],
    "w",
  ],
  ["the one of the role with the name", oldWilliam, [ada, person("w", "second-card", "william king")], "w"],
  [
    "of two with one address the one of the role",
    { ...oldWilliam, email: "ada@example.org" },
    [{ ...ada, email: "ada@example.org" }, person("w", "second-card", "William King", "ada@example.org")],
    "w",
  ],
  [
    "the one in another role with the address",
    oldWilliam,
    [person("w", "member", "Will", "william@example.org"), person("a", "second-card", "Ada Lovelace")],
    "w",
  ],
  ["the one in another role with the name", oldWilliam, [person("w", "member", "William King")], "w"],
  ["nobody with another name and address", oldAda, [ada], undefined],
] as const)("who renews is %s", (_, renewed, party, id) => expect(findRenewedPerson(party, renewed)?.id).toBe(id));

test("matches the holder with the renewed membership", () =>
  expect([...matchParty([ada], previous, { holder: "ada", renewed: "old-william" })]).toEqual([
    ["ada", "old-william"],
  ]));
