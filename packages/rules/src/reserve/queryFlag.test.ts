import { expect, test } from "vitest";
import { falseWords, trueWords } from "@foyer/contract/basics.ts";
import { queryFlag } from "./queryFlag.ts";

test.each([...trueWords, "TRUE", "On", ""])("%j is true", (word) => expect(queryFlag(word)).toBe(true));
test.each([...falseWords, "No", "OFF"])("%j is false", (word) => expect(queryFlag(word)).toBe(false));
test.each(["maybe", "2", "truee", " 1", null, undefined])("%j is undefined", (word) =>
  expect(queryFlag(word)).toBeUndefined(),
);
