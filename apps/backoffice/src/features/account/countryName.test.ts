import { expect, test } from "vitest";
import { countryName } from "./countryName.ts";

test.each([
  ["GB", "en-GB", "United Kingdom"],
  ["DE", "de-CH", "Deutschland"],
  ["FR", "en-US", "France"],
  [null, "en-GB", "Unknown place"],
])("%s for a reader of %s is %s", (country, locale, expected) => expect(countryName(country, [locale])).toBe(expected));
