import { countryCode } from "../values/countries.ts";

/** Countries with address lookup if the seller names none. */
const defaultLookupCountries: readonly string[] = ["us", "ca", "gb", "au", "nz"];

type Lookup = { readonly provider: string; readonly countries?: readonly string[] | undefined };

/** Can addresses of this country be looked up? Otherwise they are entered by hand. */
export const canLookUp = (lookup: Lookup | undefined, country: string): boolean => {
  const code = countryCode(country);
  return lookup !== undefined && code !== undefined && (lookup.countries ?? defaultLookupCountries).includes(code);
};

/** For these five countries the provider gives its best results by three-letter codes; for others, by two-letter codes. */
const alpha3Codes: Readonly<Record<string, string>> = { us: "USA", gb: "GBR", ca: "CAN", au: "AUS", nz: "NZL" };
export const lookupCountry = (country: string): string => {
  const code = countryCode(country) ?? country.toLowerCase();
  return alpha3Codes[code] ?? code.toUpperCase();
};

/** The form fields that a looked-up address fills. */
export type FoundAddress = {
  readonly address: string;
  readonly address_more: string;
  readonly city: string;
  readonly state: string;
  readonly region: string;
  readonly country: string;
  readonly zip_code: string;
};

type LookupItem = {
  readonly [Line in `Line${1 | 2 | 3 | 4 | 5}`]: string;
} & { readonly City: string; readonly Province: string; readonly PostalCode: string; readonly CountryIso2: string };

const joinParts = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(", ");

/**
 * Maps a looked-up address to form fields. In the USA, Canada and Australia `Province` is the code of a state;
 * elsewhere it is the text for `region`, and UK addresses omit it. In New Zealand the second line is the suburb and
 * belongs to the street.
 */
export const addressFromLookup = (item: LookupItem): FoundAddress => {
  const { Line1, Line2, Line3, Line4, Line5, City, Province, PostalCode, CountryIso2 } = item;
  const country = (countryCode(CountryIso2) ?? "").toUpperCase();
  const location = { city: City.trim(), country, zip_code: PostalCode.trim() };
  switch (lookupCountry(country)) {
    case "USA":
    case "CAN":
    case "AUS":
      return {
        address: Line1.trim(),
        address_more: joinParts(Line2, Line3, Line4, Line5),
        ...location,
        state: Province.trim(),
        region: "",
      };
    case "NZL":
      return {
        address: joinParts(Line1, Line2),
        address_more: joinParts(Line3, Line4, Line5),
        ...location,
        state: "",
        region: Province.trim(),
      };
    case "GBR":
      return {
        address: Line1.trim(),
        address_more: joinParts(Line2, Line3, Line4, Line5),
        ...location,
        state: "",
        region: "",
      };
    default:
      return {
        address: Line1.trim(),
        address_more: joinParts(Line2, Line3, Line4, Line5),
        ...location,
        state: "",
        region: Province.trim(),
      };
  }
};
