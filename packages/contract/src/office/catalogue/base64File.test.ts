import { describe, expect, test } from "vitest";
import { base64File } from "./base64File.ts";

const most = 20_000_000;
const accepts = (text: string): boolean => base64File(most).safeParse(text).success;

describe("a file in base64", () => {
  test.each(["AAAA", "AAA=", "AA==", "+/09az==", "A".repeat(most)])("is accepted (case %#)", (text) => {
    expect(accepts(text)).toBe(true);
  });
  test.each([
    "",
    "AAA",
    "A===",
    "AA=A",
    "=AAA",
    "AA A",
    "AA-_",
    "AAAA\n",
    "A".repeat(most + 1),
    `${"A".repeat(most - 1)}!`,
  ])("is refused (case %#)", (text) => {
    expect(accepts(text)).toBe(false);
  });
});
