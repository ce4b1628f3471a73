import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { normalizeCode } from "./codes.ts";

/** The length of the longest postcode; longer text is not matched. */
const maxZipLength = 10;
const formats = {
  us: /^\d{5}$/,
  gb: /^(?:[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}|gir ?0aa)$/,
} as const;

/** The country of a postcode: five digits are a US ZIP, 'SW1A 1AA' is a UK postcode. Undefined for anything else. */
export const zipCodeCountry = (text: string): "us" | "gb" | undefined => {
  if (text.length > maxZipLength * 2) return undefined;
  const code = normalizeCode(text);
  if (code.length > maxZipLength) return undefined;
  return formats.us.test(code) ? "us" : formats.gb.test(code) ? "gb" : undefined;
};

/** The promo code for a postcode; undefined if the seller has none for its country. */
export const promoCodeForZip = (text: string, zip_codes: Configuration["zip_codes"]): string | undefined => {
  const country = zipCodeCountry(text);
  return country && zip_codes?.[country];
};

/** The typed codes that are postcodes, normalised, with the promo code that belongs to each. */
export const promoCodesByZip = (
  codes: readonly string[],
  zip_codes: Configuration["zip_codes"],
): ReadonlyMap<string, string> =>
  new Map(
    codes.flatMap((text) => {
      const code = promoCodeForZip(text, zip_codes);
      return code === undefined ? [] : [[normalizeCode(text), code] as const];
    }),
  );
