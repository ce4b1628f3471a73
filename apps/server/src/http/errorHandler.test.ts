import { expect, test } from "vitest";
import { toRefusalResponse } from "./errorHandler.ts";
import { Refused } from "../errors/refused.ts";

const describeRefusal = (text: string, extra: Record<string, unknown> = {}) =>
  toRefusalResponse(new Refused({ code: "ticket_group_sold_out", extra }), "r", { "error.ticket_group_sold_out": text })
    .body._data[0]?._description;

test.each([
  ["{group} are gone, {max} at most", "Boxes are gone, 4 at most"],
  ["{constructor}{__proto__}{toString}{hidden}gone", "gone"],
  ["${group} {{group}} {group.length} {list}", "$Boxes {Boxes} {group.length} "],
  ["<b>{group}</b>", "<b>Boxes</b>"],
])("a seller's words fill in what is named and nothing else (T118): %s", (text, told) =>
  expect(describeRefusal(text, { group: "Boxes", max: 4, list: ["a"] })).toBe(told),
);

test("the case's own words are said to the letter, before those of its code", () => {
  const no = new Refused({
    code: "rule_blocks_reserve",
    words: "{group}",
    description: "b",
    extra: { group: "Boxes" },
  });
  expect(toRefusalResponse(no, "r", { "error.rule_blocks_reserve": "c" }).body._data[0]?._description).toBe("{group}");
});
