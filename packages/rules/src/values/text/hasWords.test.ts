import { expect, test } from "vitest";
import { hasWords } from "./hasWords.ts";

test.each([
  ["<p>No refunds.</p>", true],
  ["No refunds.", true],
  ["", false],
  [" \n", false],
  ["<p></p>", false],
  ["<p>&nbsp;</p><hr />", false],
  ["<p>\u00a0</p>", false],
])("whether %j says anything is %s", (html, is) => expect(hasWords(html)).toBe(is));
