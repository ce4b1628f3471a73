import type { Seller } from "@foyer/contract/shop/seller.ts";
import { readSearchTerms } from "@foyer/rules/orders/searchTerms.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { countryOfCurrency } from "@foyer/rules/values/countries.ts";
import { getCountryCallingCode, type CountryCode } from "libphonenumber-js/max";
import type { SoughtAccounts } from "./accounts.sql.ts";

/** The maximum number of words of a name that are searched for. */
const mostWords = 6;
/** Fewer digits would match too many telephone numbers. */
const leastDigits = 5;

/** The address, the words of a name, or the digits of a telephone number, that may match an account. */
export const soughtAccounts = (
  q: string,
  { default_currency_code }: Pick<Seller, "default_currency_code">,
): SoughtAccounts => {
  const { names, phone } = readSearchTerms(q);
  const address = q.trim().toLowerCase();
  // Words without letters or digits are dropped: the collation ignores such characters, so they would match every name.
  const words =
    names.length > 0
      ? q
          .trim()
          .split(/\s+/)
          .filter((word) => /[\p{L}\p{N}]/u.test(word))
      : [];
  return {
    email: isEmail(address) ? address : null,
    name_words: words.slice(0, mostWords),
    phone_beginnings:
      phone === undefined ? [] : phoneBeginnings(q.replace(/\D/g, ""), countryOfCurrency(default_currency_code)),
  };
};

/** The forms in which people write a number: with and without the country code, and with and without a leading zero. */
const phoneBeginnings = (digits: string, country: string): readonly string[] => {
  const significant = digits.replace(/^0+/, "");
  const code = getCountryCallingCode(country as CountryCode);
  const national = significant.startsWith(code) ? significant.slice(code.length).replace(/^0+/, "") : significant;
  const written = [digits, significant, ...[significant, national].flatMap((one) => [one, `0${one}`, `${code}${one}`])];
  return [...new Set(written)].filter((one) => one.replace(/^0+/, "").length >= leastDigits);
};
