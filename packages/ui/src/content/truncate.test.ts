import { expect, test } from "vitest";
import { truncate } from "./truncate.ts";

const words = "tide ".repeat(40);

test("a text of 128 letters stays whole", () => {
  const text = "a".repeat(128);
  expect(truncate(text)).toBe(text);
});

test("a longer one ends at a word and is never longer than 128", () => {
  const short = truncate(words);
  expect(short.endsWith("tide…")).toBe(true);
  expect([...short].length).toBeLessThanOrEqual(128);
});

test("a letter of two code units is not torn apart", () =>
  expect(truncate("🎟️".repeat(5), 4)).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/u));
