import { expect, test } from "vitest";
import { changedValue } from "./changedValue.ts";

test.each([
  ["2026-12-31T05:00:00Z", /^31 Dec 2026, 00:00/],
  ["2026-12-31T05:00:00.123456Z", /^31 Dec 2026, 00:00/],
  ["2026-12-31", /^2026-12-31$/],
  ["Ada", /^Ada$/],
  [null, /^none$/],
  [[], /^none$/],
  [true, /^yes$/],
  [false, /^no$/],
  [["box_office", "scanner"], /^box office, scanner$/],
  [3, /^3$/],
  [{ a: 1 }, /^\{"a":1\}$/],
])("%j is shown as %s in New York", (value, shown) => expect(changedValue(value, "America/New_York")).toMatch(shown));
