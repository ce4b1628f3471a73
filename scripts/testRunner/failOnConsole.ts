import { format } from "node:util";
import { afterEach, beforeEach } from "vitest";

// A test that writes to the console fails: the output is either a bug or never read.
const methods = ["log", "info", "debug", "warn", "error", "trace"] as const;
let written: string[] = [];

beforeEach(() => {
  written = [];
});

for (const method of methods)
  console[method] = (...words: unknown[]) => void written.push(`console.${method}: ${format(...words)}`);

afterEach(() => {
  if (written.length > 0) throw new Error(`The test wrote to the console:\n${written.join("\n")}`);
});
