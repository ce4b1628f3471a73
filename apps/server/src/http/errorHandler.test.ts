import { expect, test } from "vitest";
import { toRefusalResponse } from "./errorHandler.ts";
import { Refused } from "../errors/refused.ts";

/** The catalogue's text for this code has placeholders that `extra` does not fill. */
const describeRefusal = (text: string, extra: Record<string, unknown> = {}) =>
  toRefusalResponse(new Refused({ code: "seat_not_available", extra }), "r", { "error.seat_not_available": text }).body
    ._data[0]?._description;

test.each([
  ["{group} are gone, {max} at most", "Boxes are gone, 4 at most"],
  ["{constructor}{__proto__}{toString}{hidden}gone", "gone"],
  ["${group} {{group}} {group.length} {list}", "$Boxes {Boxes} {group.length} "],
  ["<b>{group}</b>", "<b>Boxes</b>"],
])("a seller's text gets its named placeholders filled and nothing else: %s", (text, expected) =>
  expect(describeRefusal(text, { group: "Boxes", max: 4, list: ["a"] })).toBe(expected),
);

test("the text of a case is used literally, before the text of its code", () => {
  const refusal = new Refused({
    code: "rule_blocks_reserve",
    text: "{group}",
    description: "b",
    extra: { group: "Boxes" },
  });
  expect(toRefusalResponse(refusal, "r", { "error.rule_blocks_reserve": "c" }).body._data[0]?._description).toBe(
    "{group}",
  );
});
