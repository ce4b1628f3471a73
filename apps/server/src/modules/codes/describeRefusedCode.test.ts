import { expect, test } from "vitest";
import { describeRefusedCode } from "./describeRefusedCode.ts";

const refused = (valid_from: string) => ({
  code: "code_not_found" as const,
  extra: { reason: "not_yet_valid" as const, valid_from },
});

test.each([
  ["en-US", "America/New_York", "2999-01-01T18:30:00Z", "January 1, 2999 at 1:30 PM"],
  ["en-GB", "Europe/London", "2999-01-01T13:30:00Z", "1 January 2999 at 13:30"],
  ["en-AU", "Australia/Sydney", "2999-01-01T08:30:00Z", "1 January 2999 at 19:30"],
  ["en-AU", "Australia/Sydney", "2998-12-31T13:00:00Z", "1 January 2999"],
])("the start of a code is written with the clock of its seller: %s, %s", (...[locale, timezone, from, written]) => {
  const { description } = describeRefusedCode({ strings: {}, locale, timezone }, refused(from), { isChange: false });
  expect(description).toBe(`This code can be used from ${written}.`);
});
