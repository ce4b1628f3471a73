import { expect, test } from "vitest";
import { tillClosedLines, tillMovedLines } from "./tillRows.ts";

const inShort = (lines: ReturnType<typeof tillMovedLines>) =>
  lines.map(({ debit, credit, amount }) => `${credit} → ${debit} ${amount}`);

test.each([
  ["a float", tillMovedLines(10000), ["safe → tills 10000"]],
  ["cash that is taken out", tillMovedLines(-500), ["tills → safe 500"]],
  ["nothing", tillMovedLines(0), []],
  ["a till that is right", tillClosedLines({ had: 10000, difference: 0 }), ["tills → safe 10000"]],
  [
    "a till with too little",
    tillClosedLines({ had: 10000, difference: -300 }),
    ["tills → safe 10000", "safe → cash_differences 300"],
  ],
  [
    "a till from which more was taken than put in",
    tillClosedLines({ had: -2000, difference: 50 }),
    ["safe → tills 2000", "cash_differences → safe 50"],
  ],
])("%s", (_, lines, expected) => expect(inShort(lines)).toEqual(expected));
