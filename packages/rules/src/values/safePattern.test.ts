import { expect, test } from "vitest";
import { safePattern } from "./safePattern.ts";

test.each([
  ["NYC\\d{6}", "NYC123456", true],
  ["NYC\\d{6}", "NYC12345", false],
  ["the whole text counts: \\d", "the whole text counts: 12", false],
  ["^CP-[A-Z0-9]{4,6}$", "CP-A1B2", true],
  ["^CP-[A-Z0-9]{4,6}$", "CP-A1B2C3D", false],
  ["(?:AD|CH)\\d+", "CH7", true],
  ["(AD|CH)\\d+", "XX7", false],
  ["a?b*c+", "bbc", true],
  ["a?b*c+", "aab", false],
  ["^a|b$", "b", true],
  ["[^0-9]{2}", "ab", true],
  ["[\\w-]{3,}", "a-b-c", true],
  ["[\\w-]{3,}", "a-", false],
  ["\\(\\d\\)", "(7)", true],
  ["a.c", "abc", true],
  ["(a|ab)(c|bcd)", "abcd", true],
  ["", "", true],
  ["(\\d{2}-){2}\\d", "12-34-5", true],
  ["a+?", "aaa", true],
  ["\\ba\\b", "a", true],
  ["\\ba", "b", false],
  ["((a+)+)+", "aaaa", true],
  ["((a+)+)+", "aaab", false],
  ["a{500}", "a".repeat(500), true],
  ["a{500}", "a".repeat(499), false],
  ["\\p{L}+", "Zoë", true],
])("the pattern %s matches all of the text or not: %s", (pattern, text, fits) =>
  expect(safePattern(pattern)?.(text)).toBe(fits),
);

test.each([
  ["an open group", "(a"],
  ["a closed one too many", "a)"],
  ["an open class", "[a"],
  ["a class that ends before it begins", "[z-a]"],
  ["nothing to repeat", "*a"],
  ["a count upside down", "a{3,2}"],
  ["a count beyond reason", "a{1001}"],
  ["counts that multiply", "((a{30}){30}){30}"],
  ["a pattern that grows when it is compiled", "(?:.?){900}".repeat(2)],
  ["a look-ahead", "(?=a)b"],
  ["a back-reference", "(a)\\1"],
  ["a lone backslash", "a\\"],
  ["too long", "a".repeat(201)],
])("does not run %s", (_, pattern) => expect(safePattern(pattern)).toBeUndefined());

/** Backtracking would take minutes or longer, so a busy machine does not matter. */
const mostMs = 2000;

test.each([["(a+)+b"], ["(a|a)*b"], ["(.*){2,100}x"], ["(a*)*b"], ["(a|aa)+b"], ["((a+)+)+b"], ["((((a*)*)*)*)*b"]])(
  "%s is soon done with a text that leads it astray",
  (pattern) => {
    const started = performance.now();
    expect(safePattern(pattern)?.("a".repeat(35))).toBe(false);
    expect(performance.now() - started).toBeLessThan(mostMs);
  },
);

test("matches pathological texts and patterns in bounded time", () => {
  const patterns = [
    "(a+)+b",
    "(a|a)*b",
    "(.*){2,100}x",
    "(a*)*b",
    "(a|aa)+b",
    "([a-z]+)*1",
    "(\\d+)+-",
    "(\\w+\\s?)*!",
    "(.+)+=",
    "(x+x+)+y",
    "(0|00|000)*1",
    "(a?){50}b",
  ];
  const texts = ["a", "aa", "x", "0", "12", "a ", "ab", "=", "-", "é"].flatMap((part) =>
    [9, 20, 35].map((length) => part.repeat(length).slice(0, length)),
  );
  expect(texts).toHaveLength(30);
  for (const pattern of patterns) {
    const fits = safePattern(pattern);
    const started = performance.now();
    for (const text of texts) fits?.(text);
    expect(performance.now() - started, pattern).toBeLessThan(mostMs);
  }
});

test("the largest pattern takes a longest text in bounded time", () => {
  const fits = safePattern("((?:.?){15}){15}x");
  const started = performance.now();
  expect(fits?.("é".repeat(320))).toBe(false);
  expect(performance.now() - started).toBeLessThan(mostMs);
});
