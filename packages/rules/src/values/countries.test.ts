import { expect, test } from "vitest";
import { countries, countryCode, countryOfCurrency, regionLabelKey } from "./countries.ts";

test("lists every country once", () => {
  expect(countries).toHaveLength(249);
  expect(new Set(countries).size).toBe(249);
  const name = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  expect(countries.filter((code) => name.of(code) === undefined)).toEqual([]);
});

test.each([
  ["AUD", "AU"],
  ["CAD", "CA"],
  ["GBP", "GB"],
  ["NZD", "NZ"],
  ["USD", "US"],
  ["EUR", "US"],
  ["JPY", "US"],
])("the country of %s is %s", (currency, country) => expect(countryOfCurrency(currency)).toBe(country));

test.each([
  ["United States", "us"],
  ["usa", "us"],
  [" Canada ", "ca"],
  ["GB", "gb"],
  ["nz", "nz"],
  ["Atlantis", undefined],
  ["XX", undefined],
  ["", undefined],
  ["constructor", undefined],
])("%j is %j", (text, code) => expect(countryCode(text)).toBe(code));

test.each([
  ["ca", "state", "province"],
  ["CA", "region", "province"],
  ["gb", "region", "subdivision"],
  ["us", "state", "state"],
  ["nz", "region", "region"],
  ["", "state", "state"],
] as const)("in %j the field %s has the label %s", (country, field, word) =>
  expect(regionLabelKey(country, field)).toBe(word),
);
