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

test("the style sheets have every step", async () => {
  const read = (name: string) => readFile(join(import.meta.dirname, name), "utf8");
  const [filters, chips, chipsOrList] = await Promise.all([
    read("Filters.module.css"),
    read("Chips.module.css"),
    read("ChipsOrList.module.css"),
  ]);
  const below = (room: number) => `@container filters (width < ${room}rem)`;
  for (let room = 6; room <= maxStep; room += 2)
    expect(chipsOrList).toContain(`${below(room)} {\n    [data-min-width="${room}"] {`);
  expect(chipsOrList).toContain(`[data-min-width="${maxStep + 2}"]`);
  for (let room = 8; room <= maxStep; room += 4)
    expect(chips).toContain(`${below(room)} {\n    [data-one-row="${room}"] > .rowEnd {`);
  expect(chips).toContain(`[data-one-row="${maxStep + 4}"] > .rowEnd`);
  for (let room = 8; room <= maxBeside; room += 4)
    expect(filters).toContain(`${below(room)} {\n      &[data-beside="${room}"] {`);
  expect(filters).toContain(`&[data-beside="${maxBeside + 4}"]`);
});
