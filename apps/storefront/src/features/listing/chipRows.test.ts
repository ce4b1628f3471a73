import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chipRows, maxBeside, maxStep, widthBeside } from "./chipRows.ts";

test.each([
  ["two short words", ["All", "Tours"], 6],
  ["what fits one row of a phone and a bit", ["All", "Concerts", "Families", "Tours"], 12],
  ["a museum's kinds", ["All", "Exhibitions", "Admission", "Tours", "Families", "Passes", "Members"], 24],
  ["one long word", ["All", "Veranstaltungsreihen im Gewächshaus"], 22],
  ["more than any screen", Array.from({ length: 60 }, () => "Exhibitions"), maxStep + 2],
])("the labels are given room for two rows: %s", (_, labels, room) => expect(chipRows(labels).two).toBe(room));

const museum = ["All", "Exhibitions", "Admission", "Tours", "Families", "Passes", "Members"];
test("splits two rows where they are closest in length", () =>
  expect(chipRows(museum)).toEqual({ one: 48, two: 24, first: 4 }));

test("one row has space for all buttons, and adjacent groups have space for both", () => {
  const days = chipRows(["All dates", "Today", "Tomorrow"]);
  expect([days.one, widthBeside([chipRows(museum), days])]).toEqual([20, 68]);
  expect(widthBeside([chipRows([...museum, ...museum]), days])).toBe(maxBeside + 4);
});

test("the style sheet has every step", async () => {
  const css = await readFile(join(import.meta.dirname, "Filters.module.css"), "utf8");
  for (let room = 6; room <= maxStep; room += 2) {
    expect(css).toContain(`@container filters (width < ${room}rem)`);
    expect(css).toContain(`[data-min-width="${room}"]`);
  }
  expect(css).toContain(`[data-min-width="${maxStep + 2}"]`);
  for (let room = 8; room <= maxStep; room += 4) {
    expect(css).toContain(`[data-one-row="${room}"] .rowEnd`);
  }
  for (let room = 8; room <= maxBeside; room += 4) expect(css).toContain(`&[data-beside="${room}"]`);
  expect(css).toContain(`[data-one-row="${maxStep + 4}"] .rowEnd`);
  expect(css).toContain(`&[data-beside="${maxBeside + 4}"]`);
});
