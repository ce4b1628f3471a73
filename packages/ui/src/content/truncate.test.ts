import { expect, test } from "vitest";
import { truncate } from "./truncate.ts";

const words = "tide ".repeat(40);

test("keeps a text of 128 letters", () => {
  const text = "a".repeat(128);
  expect(truncate(text)).toBe(text);
});

test("cuts a longer text at a word, to at most 128 letters", () => {
  const short = truncate(words);
  expect(short.endsWith("tide…")).toBe(true);
  expect([...short].length).toBeLessThanOrEqual(128);
});

test("does not split a letter of two code units", () =>
  expect(truncate("🎟️".repeat(5), 4)).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/u));
