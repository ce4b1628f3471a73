import { describe, expect, test } from "vitest";
import { addressFromLookup, canLookUp, lookupCountry } from "./addressLookup.ts";

test.each([
  ["nobody to ask", undefined, "us", false],
  ["a known country", { provider: "offline" }, "GB", true],
  ["a country by its name", { provider: "offline" }, "Canada", true],
  ["no country yet", { provider: "offline" }, "", false],
  ["a country that is not known", { provider: "loqate" }, "fr", false],
  ["one that the seller names", { provider: "loqate", countries: ["fr"] }, "FR", true],
  ["one that the seller leaves out", { provider: "loqate", countries: ["fr"] }, "us", false],
])("an address can be looked up where the country has a service: %s", (_, lookup, country, can) =>
  expect(canLookUp(lookup, country)).toBe(can),
);

test.each([
  ["us", "USA"],
  ["GB", "GBR"],
  ["ca", "CAN"],
  ["au", "AUS"],
  ["nz", "NZL"],
  ["fr", "FR"],
])("%s is looked up as %s", (country, code) => expect(lookupCountry(country)).toBe(code));

const item = {
  Line1: "1 Pier Road",
  Line2: "Harbour",
  Line3: "",
  Line4: "",
  Line5: "",
  City: "Town",
  Province: "NY",
  PostalCode: "10001",
};
describe("a found address fills the fields", () => {
  test.each([
    ["US", { address: "1 Pier Road", address_more: "Harbour", state: "NY", region: "" }],
    ["CA", { address: "1 Pier Road", address_more: "Harbour", state: "NY", region: "" }],
    ["AU", { address: "1 Pier Road", address_more: "Harbour", state: "NY", region: "" }],
    ["GB", { address: "1 Pier Road", address_more: "Harbour", state: "", region: "" }],
    ["NZ", { address: "1 Pier Road, Harbour", address_more: "", state: "", region: "NY" }],
    ["FR", { address: "1 Pier Road", address_more: "Harbour", state: "", region: "NY" }],
  ])("an address found in %s fills the fields", (CountryIso2, filled) =>
    expect(addressFromLookup({ ...item, CountryIso2 })).toEqual({
      ...filled,
      city: "Town",
      zip_code: "10001",
      country: CountryIso2,
    }),
  );
});
