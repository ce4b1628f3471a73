import { describe, expect, test } from "vitest";
import type { ListShape } from "@foyer/contract/office/listShape.ts";
import {
  addressOfColumns,
  addressOfSort,
  columnsOfAddress,
  directionOf,
  sortAfterChoice,
  sortOfAddress,
} from "./listView.ts";

const shape = {
  name: "number",
  columns: {
    number: { label: "Order" },
    buyer: { label: "Buyer" },
    total: { label: "Total", isNumber: true },
    due: { label: "Due", isNumber: true, isExtra: true },
  },
  sorts: { number: "descending", total: "descending", buyer: "ascending" },
  usual: "-number",
} as const satisfies ListShape;
const newest = { column: "number", isDescending: true };

describe("the order of an address", () => {
  test.each([
    ["nothing", undefined, newest],
    ["a column", "total", { column: "total", isDescending: false }],
    ["a column from the last to the first", "-buyer", { column: "buyer", isDescending: true }],
    ["an unknown column", "-colour", newest],
    ["a column that does not sort", "due", newest],
    ["a name of every object", "constructor", newest],
    ["two signs", "--total", newest],
    ["nothing but a sign", "-", newest],
  ])("%s", (_, text, sort) => expect(sortOfAddress(shape, text)).toEqual(sort));

  test.each([
    ["the default is left out", newest, undefined],
    ["its other direction is not", { column: "number", isDescending: false }, "number"],
    ["another column", { column: "total", isDescending: true }, "-total"],
  ])("%s", (_, sort, text) => expect(addressOfSort(shape, sort)).toBe(text));

  test.each([
    ["a column begins with its own direction", newest, "total", { column: "total", isDescending: true }],
    ["names begin with A", newest, "buyer", { column: "buyer", isDescending: false }],
    ["the same column reverses its direction", newest, "number", { column: "number", isDescending: false }],
    ["and again", { column: "number", isDescending: false }, "number", newest],
  ])("%s", (_, now, column, then) => expect(sortAfterChoice(shape, now, column)).toEqual(then));

  test.each([
    ["number", "descending"],
    ["total", "none"],
  ])("%s is said to sort: %s", (column, direction) => expect(directionOf(newest, column)).toBe(direction));
});

describe("the columns of an address", () => {
  const usual = ["number", "buyer", "total"];
  test.each([
    ["nothing", undefined, usual],
    ["some, in the order of the list", "total.number", ["number", "total"]],
    ["an extra one", "number.due", ["number", "due"]],
    ["without the one that names the row", "total", ["number", "total"]],
    ["some that are unknown", "colour.total", ["number", "total"]],
    ["none that is known", "colour", usual],
    ["one twice", "total.total", ["number", "total"]],
    ["the one that names the row alone", "number", ["number"]],
    ["a name of every object", "constructor", usual],
  ])("%s", (_, text, names) => expect(columnsOfAddress(shape, text)).toEqual(names));

  test.each([
    ["those without a choice are left out", usual, undefined],
    ["also in another order", ["total", "number", "buyer"], undefined],
    ["fewer", ["number", "total"], "number.total"],
    ["the one that names the row stays", ["total"], "number.total"],
    ["none but it", [], "number"],
    ["more", [...usual, "due"], "number.buyer.total.due"],
  ])("%s", (_, shown, text) => expect(addressOfColumns(shape, shown)).toBe(text));

  test("are the same after a round trip through the URL", () => {
    for (const shown of [["number"], ["number", "due"], ["number", "buyer", "total", "due"], usual])
      expect(columnsOfAddress(shape, addressOfColumns(shape, shown))).toEqual(shown);
  });
});
