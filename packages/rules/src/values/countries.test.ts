import { expect, test } from "vitest";
import {
  countries,
  countriesOfLanguages,
  countryCode,
  countryOfCurrency,
  hasDigitPostcode,
  countryOptions,
  regionLabelKey,
} from "./countries.ts";

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
  ["united states", "us"],
  ["United States of America", "us"],
  ["U.S.A.", "us"],
  ["CAN", "ca"],
  ["gbr", "gb"],
  ["ZWE", "zw"],
  ["UK", "gb"],
  ["England", "gb"],
  ["Germany", "de"],
  ["Turkey", "tr"],
  ["Türkiye", "tr"],
  ["Swaziland", "sz"],
  ["Eswatini", "sz"],
  ["Côte d'Ivoire", "ci"],
  ["Afghanistan", "af"],
  ["nz", "nz"],
  ["Atlantis", undefined],
  ["XX", undefined],
  ["", undefined],
  ["constructor", undefined],
])("the country %j has the code %j", (text, code) => expect(countryCode(text)).toBe(code));

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

test("offers the likely countries first, then the others by the alphabet, each once and by its current name", () => {
  const options = countryOptions("en-US", ["US", "CA", "US", "XX"]);
  expect(options.slice(0, 4).map(({ label }) => label)).toEqual([
    "United States",
    "Canada",
    "Afghanistan",
    "Åland Islands",
  ]);
  expect(new Set(options.map(({ value }) => value)).size).toBe(249);
  const labels = options.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(["Türkiye", "Eswatini", "North Macedonia", "Czechia"]));
});
test("names countries in the language of the shop", () =>
  expect(countryOptions("de-DE", ["DE"]).slice(0, 2)).toEqual([
    { value: "DE", label: "Deutschland" },
    { value: "AF", label: "Afghanistan" },
  ]));
test.each([
  [["en-NZ", "en"], ["NZ"]],
  [
    ["zh-Hant-TW", "fr_CA"],
    ["TW", "CA"],
  ],
  [["es-419"], []],
])("the countries of %j are %j", (tags, expected) => expect(countriesOfLanguages(tags)).toEqual(expected));

test.each([
  ["US", true],
  ["NZ", true],
  ["GB", false],
  ["CA", false],
  ["", false],
])("postcodes of %j are digits alone: %j", (country, byDigits) => expect(hasDigitPostcode(country)).toBe(byDigits));
