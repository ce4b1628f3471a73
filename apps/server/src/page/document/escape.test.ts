import { expect, test } from "vitest";
import { escapeHtml, scriptJson } from "./escape.ts";

test.each([
  "</script><script>alert(1)</script>",
  "<!--",
  "<!--<script>",
  "]]>",
  "a\u2028b\u2029c",
  "&lt;",
  '"\\',
  "\u0000",
])("%j in a script element does not end it and is preserved", (text) => {
  const written = scriptJson({ [text]: [text] });
  expect(written).not.toMatch(/[<\u2028\u2029]/);
  expect(JSON.parse(written)).toEqual({ [text]: [text] });
});

test("escapes text for HTML and attributes", () =>
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
    "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;",
  ));
