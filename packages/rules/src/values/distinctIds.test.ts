import { expect, test } from "vitest";
import { distinctIds } from "./distinctIds.ts";

test.each([
  ["keeps the first of equal ids", ["b", "a", "b"], ["b", "a"]],
  ["leaves out nulls", ["a", null, null], ["a"]],
  ["returns an empty list for no ids", [], []],
])("a list of ids %s", (_, ids, distinct) => expect(distinctIds(ids)).toEqual(distinct));
