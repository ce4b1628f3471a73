import { describe, expect, test } from "vitest";
import { promoCodeForZip, zipCodeCountry, promoCodesByZip } from "./zipCodes.ts";

test.each([
  ["10001", "us"],
  [" 10001 ", "us"],
  ["１０００１", "us"],
  ["SW1A 1AA", "gb"],
  ["sw1a1aa", "gb"],
  ["M1 1AE", "gb"],
  ["B33 8TH", "gb"],
  ["CR2 6XH", "gb"],
  ["DN55 1PT", "gb"],
  ["GIR 0AA", "gb"],
  ["1000", undefined],
  ["100011", undefined],
  ["10001-1234", undefined],
  ["1000a", undefined],
  ["SW1A  1AA", undefined],
  ["1AA SW1", undefined],
  ["WELCOME10", undefined],
  ["", undefined],
])("the country of the post code %j is found", (text, country) => expect(zipCodeCountry(text)).toBe(country));

test.each([
  ["a zip, where there is a code for it", "10001", { us: "LOCAL" }, "LOCAL"],
  ["a zip, where there is one for postcodes alone", "10001", { gb: "LOCAL" }, undefined],
  ["nothing is configured", "10001", undefined, undefined],
  ["no post code", "hello", { us: "LOCAL", gb: "LOCAL" }, undefined],
])("a post code brings its promo code: %s", (_, text, zip_codes, code) =>
  expect(promoCodeForZip(text, zip_codes)).toBe(code),
);

test("only postcodes have a code", () =>
  expect(promoCodesByZip(["hello", " SW1A 1AA"], { gb: "LOCAL" })).toEqual(new Map([["sw1a 1aa", "LOCAL"]])));

describe("hostile text is rejected in bounded time", () => {
  const bases = ["a", "1", " ", "a1", "a1 ", "0aa", "ﷺ", "ﬁ", "\u0301", "😀"];
  test.each(bases.flatMap((base) => [10, 1000, 100_000].map((times) => [base, times] as const)))(
    "the text %j repeated %i times is rejected in bounded time",
    (base, times) => {
      const text = base.repeat(times);
      const begun = performance.now();
      expect(zipCodeCountry(text)).toBeUndefined();
      // Quadratic work would take tens of seconds.
      expect(performance.now() - begun).toBeLessThan(2000);
    },
  );
});
