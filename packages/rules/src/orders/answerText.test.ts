import { expect, test } from "vitest";
import { answerText } from "./answerText.ts";

test.each([
  [true, "Yes"],
  [false, "No"],
  [["Nuts", "Milk"], "Nuts, Milk"],
  [4, "4"],
  ["None", "None"],
])("the answer %o is read as '%s'", (answer, text) => expect(answerText(answer)).toBe(text));
