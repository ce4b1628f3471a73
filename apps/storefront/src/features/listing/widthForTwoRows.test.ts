import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { widthForTwoRows, maxStep } from "./widthForTwoRows.ts";

test.each([
  ["two short words", ["All", "Tours"], 6],
  ["what fits one row of a phone and a bit", ["All", "Concerts", "Families", "Tours"], 12],
  ["a museum's kinds", ["All", "Exhibitions", "Admission", "Tours", "Families", "Passes", "Members"], 24],
  ["one long word", ["All", "Veranstaltungsreihen im Gewächshaus"], 22],
  ["more than any screen", Array.from({ length: 60 }, () => "Exhibitions"), maxStep + 2],
])("the labels are given room for two rows: %s", (_, labels, room) => expect(widthForTwoRows(labels)).toBe(room));

test("the style sheet has every step", async () => {
  const css = await readFile(join(import.meta.dirname, "Filters.module.css"), "utf8");
  for (let room = 6; room <= maxStep; room += 2) {
    expect(css).toContain(`@container filters (width < ${room}rem)`);
    expect(css).toContain(`[data-min-width="${room}"]`);
  }
  expect(css).toContain(`[data-min-width="${maxStep + 2}"]`);
});
