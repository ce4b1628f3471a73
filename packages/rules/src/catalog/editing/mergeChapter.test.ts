import { describe, expect, test } from "vitest";
import { mergeChapter, sameValue } from "./mergeChapter.ts";

const type = (key: string, price: string, more: object = {}) => ({ key, price, ...more });
const visit = (...types: readonly object[]) => ({ key: "visit", name: "Visit", groups: [{ key: "general", types }] });
const base = visit(type("adult", "20"), type("child", "10"));

describe("merges a draft with what was published", () => {
  test.each([
    [
      "a price by one, a name by the other",
      { ...base, name: "Admission" },
      visit(type("adult", "22"), type("child", "10")),
    ],
    [
      "the prices of two types",
      visit(type("adult", "22"), type("child", "10")),
      visit(type("adult", "20"), type("child", "8")),
    ],
    ["the same change by both", visit(type("adult", "22")), visit(type("adult", "22"))],
  ])("without a question: %s", (_, theirs, mine) => {
    expect(mergeChapter({ base, theirs, mine }).conflicts).toEqual([]);
  });

  test("fields of both sides are in the result", () => {
    const theirs = { ...base, name: "Admission" };
    const mine = visit(type("adult", "22"), type("child", "10"));
    expect(mergeChapter({ base, theirs, mine }).merged).toEqual({ ...mine, name: "Admission" });
  });

  test("matches entries by key, so an entry inserted first shifts nothing", () => {
    const theirs = visit(type("senior", "15"), type("adult", "20"), type("child", "10"));
    const mine = visit(type("adult", "22"), type("child", "10"));
    expect(mergeChapter({ base, theirs, mine })).toEqual({
      merged: visit(type("senior", "15"), type("adult", "22"), type("child", "10")),
      conflicts: [],
    });
  });

  test("applies what either side added and removed", () => {
    const theirs = visit(type("adult", "20"), type("child", "10"), type("senior", "15"));
    const mine = visit(type("adult", "20"), type("student", "12"));
    expect(mergeChapter({ base, theirs, mine })).toEqual({
      merged: visit(type("adult", "20"), type("senior", "15"), type("student", "12")),
      conflicts: [],
    });
  });

  test("takes an order that one side changed, and reports a conflict if both did", () => {
    const turned = visit(type("child", "10"), type("adult", "20"));
    expect(mergeChapter({ base, theirs: turned, mine: visit(type("adult", "22"), type("child", "10")) })).toEqual({
      merged: visit(type("child", "10"), type("adult", "22")),
      conflicts: [],
    });
    const three = visit(type("a", "1"), type("b", "1"), type("c", "1"));
    const { conflicts } = mergeChapter({
      base: three,
      theirs: visit(type("c", "1"), type("a", "1"), type("b", "1")),
      mine: visit(type("b", "1"), type("a", "1"), type("c", "1")),
    });
    expect(conflicts.map(({ path }) => path)).toEqual(["groups.general.types.order"]);
  });
});

describe("a field that both changed", () => {
  const theirs = visit(type("adult", "22"), type("child", "10"));
  const mine = visit(type("adult", "24"), type("child", "10"));
  const path = "groups.general.types.adult.price";

  test("is a conflict with its values before, theirs and mine", () => {
    expect(mergeChapter({ base, theirs, mine }).conflicts).toEqual([{ path, base: "20", theirs: "22", mine: "24" }]);
  });

  test.each([
    ["theirs", "22"],
    ["mine", "24"],
  ] as const)("is %s by choice", (choice, price) => {
    const { merged, conflicts } = mergeChapter({ base, theirs, mine }, { [path]: choice });
    expect(conflicts).toEqual([]);
    expect(merged).toEqual(visit(type("adult", price), type("child", "10")));
  });

  test("is a conflict if one side removed it", () => {
    const { conflicts } = mergeChapter({ base, theirs: visit(type("child", "10")), mine });
    expect(conflicts).toEqual([
      { path: "groups.general.types.adult", base: type("adult", "20"), theirs: undefined, mine: type("adult", "24") },
    ]);
  });

  test("is the whole chapter if one side removed it", () => {
    expect(mergeChapter({ base, theirs: undefined, mine }).conflicts.map(({ path }) => path)).toEqual([""]);
    expect(mergeChapter({ base, theirs: undefined, mine }, { "": "theirs" })).toEqual({
      merged: undefined,
      conflicts: [],
    });
  });

  test("in a list without keys is the whole list", () => {
    const sides = { base: { closed: ["12-25"] }, theirs: { closed: ["12-25", "12-26"] }, mine: { closed: [] } };
    expect(mergeChapter(sides).conflicts).toEqual([
      { path: "closed", base: ["12-25"], theirs: ["12-25", "12-26"], mine: [] },
    ]);
  });
});

/** Small random chapters: each side changes prices, adds and removes types, and changes the order. */
const randomChapter = (random: () => number) => {
  const keys = ["a", "b", "c", "d", "e"].filter(() => random() < 0.7);
  if (random() < 0.3) keys.reverse();
  return visit(...keys.map((key) => type(key, String(Math.floor(random() * 3)))));
};
const randomFrom = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

test("random chapters: a side without changes loses nothing, and choices leave no conflict", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomFrom(seed);
    const [base, theirs, mine] = [randomChapter(random), randomChapter(random), randomChapter(random)];
    expect(mergeChapter({ base, theirs, mine: base })).toEqual({ merged: theirs, conflicts: [] });
    expect(mergeChapter({ base, theirs: base, mine })).toEqual({ merged: mine, conflicts: [] });
    const { conflicts } = mergeChapter({ base, theirs, mine });
    const all = (side: "mine" | "theirs") => Object.fromEntries(conflicts.map(({ path }) => [path, side]));
    for (const side of ["mine", "theirs"] as const) {
      const chosen = mergeChapter({ base, theirs, mine }, all(side));
      expect(chosen.conflicts).toEqual([]);
      // With the same choices, the result does not depend on which side is called mine.
      const other = mergeChapter({ base, theirs: mine, mine: theirs }, all(side === "mine" ? "theirs" : "mine"));
      expect(sorted(other.merged)).toEqual(sorted(chosen.merged));
    }
  }
});

const sorted = (chapter: unknown) =>
  (chapter as ReturnType<typeof visit>).groups[0]?.types.toSorted((a, b) =>
    JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
  );

test("fields in another order are the same value", () => {
  expect(sameValue({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).toBe(true);
  expect(sameValue({ a: undefined }, {})).toBe(true);
  expect(sameValue([], {})).toBe(false);
});
