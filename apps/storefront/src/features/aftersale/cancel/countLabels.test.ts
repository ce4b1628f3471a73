import { expect, test } from "vitest";
import { countLabels } from "./countLabels.ts";

test.each([
  ["none", [], []],
  [
    "one that comes twice, apart",
    ["Walk, Adult", "Walk, Child", "Walk, Adult"],
    [
      ["Walk, Adult", 2],
      ["Walk, Child", 1],
    ],
  ],
  [
    "people of one type",
    ["Tour, Adult, Ada", "Tour, Adult, Max"],
    [
      ["Tour, Adult, Ada", 1],
      ["Tour, Adult, Max", 1],
    ],
  ],
] as const)("labels are counted: %s", (_, labels, expected) => expect([...countLabels(labels)]).toEqual(expected));
