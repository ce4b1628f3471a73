import { describe, expect, test } from "vitest";
import { foldCode, judgeCodes, type ShelfCode } from "./codes.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
const code: ShelfCode = {
  id: "c1",
  code_group_id: "friends",
  folded: "friends26",
  valid_from: null,
  valid_to: null,
  max_uses: -1,
  used: 0,
  retired: false,
};
const judge = (
  texts: { codes?: string[]; preloaded?: string[] },
  change: Partial<ShelfCode> = {},
  { applied = [] as string[], helps = true } = {},
) => {
  const said = judgeCodes({ codes: [], preloaded: [], ...texts }, new Map([[code.folded, { ...code, ...change }]]), {
    applied: new Set(applied),
    helps: () => helps,
    now,
  });
  return "no" in said ? said.no.code : said.apply.map(({ id }) => id);
};

describe("one code", () => {
  test.each([
    ["as it is written", "friends26", {}, {}, ["c1"]],
    ["in capitals, with spaces", "  FRIENDS26 ", {}, {}, ["c1"]],
    ["in wide letters", "ｆｒｉｅｎｄｓ２６", {}, {}, ["c1"]],
    ["unknown", "friends27", {}, {}, "code_not_found"],
    ["empty", "", {}, {}, "code_not_found"],
    ["a wildcard is a letter like any other", "friends2_", {}, {}, "code_not_found"],
    ["taken out of the catalogue", "friends26", { retired: true }, {}, "code_not_found"],
    ["a second too early", "friends26", { valid_from: "2026-11-21T12:00:01Z" }, {}, "code_not_found"],
    ["at its first moment", "friends26", { valid_from: "2026-11-21T12:00:00Z" }, {}, ["c1"]],
    ["at its end", "friends26", { valid_to: "2026-11-21T12:00:00Z" }, {}, "code_not_found"],
    ["a second before its end", "friends26", { valid_to: "2026-11-21T12:00:01Z" }, {}, ["c1"]],
    ["used up", "friends26", { max_uses: 2, used: 2 }, {}, "code_exhausted"],
    ["the last use", "friends26", { max_uses: 2, used: 1 }, {}, ["c1"]],
    ["used up by this very cart", "friends26", { max_uses: 1, used: 1 }, { applied: ["c1"] }, []],
    ["good for nothing here", "friends26", {}, { helps: false }, "no_code_benefit"],
  ])("%s", (_, text, change, more, answer) => expect(judge({ codes: [text] }, change, more)).toEqual(answer));
});

test("the same code twice is used once", () => expect(judge({ codes: ["friends26", "Friends26 "] })).toEqual(["c1"]));

test.each([
  ["one that helps is taken along", {}, {}, ["c1"]],
  ["one that does not is left aside", {}, { helps: false }, []],
  ["one that is used up is left aside", { max_uses: 0 }, {}, []],
])("preloaded: %s", (_, change, more, answer) =>
  expect(judge({ preloaded: ["FRIENDS26", "unknown"] }, change, more)).toEqual(answer),
);

test("folding twice changes nothing more", () => expect(foldCode(foldCode(" ÀB ﬁ "))).toBe(foldCode(" ÀB ﬁ ")));
