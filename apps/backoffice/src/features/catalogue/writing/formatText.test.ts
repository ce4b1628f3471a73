import { expect, test } from "vitest";
import { formatText, insertText, type Format } from "./formatText.ts";

/** A text whose selection is marked by two bars. */
const selected = (marked: string) => {
  const [before = "", chosen = "", after = ""] = marked.split("|");
  return { text: before + chosen + after, start: before.length, end: before.length + chosen.length };
};
const marked = ({ text, start, end }: ReturnType<typeof selected>): string =>
  `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`;

test.each<[Format, string, string]>([
  ["bold", "Open |daily|.", "Open <strong>|daily|</strong>."],
  ["italic", "Open ||", "Open <em>|text|</em>"],
  ["heading", "||", "<h2>|Heading|</h2>\n"],
  ["paragraph", "|Open daily|", "<p>|Open daily|</p>\n"],
  ["link", "See |here|", 'See <a href="https://">|here|</a>'],
  ["list", "|one\n\n two|", "<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>\n||"],
  ["list", "a ||b", "a <ul>\n  <li>Item</li>\n</ul>\n||b"],
])("%s: %s", (format, before, after) => expect(marked(formatText(selected(before), format))).toBe(after));

test("pasted text replaces the selection", () =>
  expect(marked(insertText(selected("a|b|c"), "<p>x</p>"))).toBe("a<p>x</p>||c"));
