import { expect, test } from "vitest";
import { matchParty, type PartyPerson } from "./matchParty.ts";

const one = (id: string, party_role: string, name: string | null = null, email: string | null = null): PartyPerson => ({
  id,
  ticket_type_id: party_role,
  party_role,
  name,
  email,
});
const before = [
  one("old-ada", "member", "Ada Lovelace", "ada@example.org"),
  one("old-william", "second-card", "William King", "william@example.org"),
  one("old-anne", "child", "Anne King"),
  one("old-byron", "child", "Byron King"),
  one("old-nameless", "child"),
];
const ada = one("ada", "member", "Augusta Ada King", "countess@example.org");

test.each([
  ["the holder goes on, whatever they call themselves now", [ada], []],
  [
    "by address, whatever the name",
    [ada, one("w", "second-card", "Will", "WILLIAM@example.org")],
    [["w", "old-william"]],
  ],
  ["by name, however it is written", [ada, one("b", "child", " byron KING ")], [["b", "old-byron"]]],
  [
    "in another order",
    [ada, one("b", "child", "Byron King"), one("a", "child", "Anne King")],
    [
      ["b", "old-byron"],
      ["a", "old-anne"],
    ],
  ],
  ["by place, where nobody is named", [ada, one("x", "child")], [["x", "old-anne"]]],
  ["a nameless place for whoever has a name now", [ada, one("r", "child", "Ralph King")], [["r", "old-nameless"]]],
  ["nobody's card for somebody else", [ada, one("c", "second-card", "Charles Babbage")], []],
  [
    "nobody's in another role",
    [ada, one("w", "child", "William King", "william@example.org")],
    [["w", "old-nameless"]],
  ],
  [
    "each once",
    [ada, one("b1", "child", "Byron King"), one("b2", "child", "Byron King")],
    [
      ["b1", "old-byron"],
      ["b2", "old-nameless"],
    ],
  ],
] as const)("people matched: %s", (_, party, matched) =>
  expect([...matchParty(party, before, { holder: "ada", renewed: "old-ada" })]).toEqual([
    ["ada", "old-ada"],
    ...matched,
  ]),
);

test("matches the holder to whoever renews", () =>
  expect([...matchParty([ada], before, { holder: "ada", renewed: "old-william" })]).toEqual([["ada", "old-william"]]));
