import { plainText } from "./text/plainText.ts";

/** Normalises an e-mail address for comparison: Unicode form, case, surrounding spaces and invisible characters. */
export const normalizeEmail = (email: string): string => plainText(email).toLowerCase();

/**
 * Normalises a printed number for comparison: case, spaces, dashes and invisible characters are ignored, and letters that
 * look like digits become digits, because people type it from paper.
 */
export const normalizePrintedNumber = (number: string): string =>
  number
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}]/gu, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");

/** Normalises a member number or card code for comparison. */
export const normalizeMemberNumber = normalizePrintedNumber;

/** Normalises a surname for comparison: O’Brien becomes 'obrien', Núñez becomes 'nunez'. */
export const normalizeName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Normalises a postcode for comparison; a US ZIP+4 is cut to five digits. */
export const normalizeZip = (zip: string): string => {
  const normalized = zip
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
  return /^\d{9}$/.test(normalized) ? normalized.slice(0, 5) : normalized;
};

/**
 * The spellings under which a postcode may be stored, to look it up as typed: with and without spaces, in upper and lower
 * case, and with a space as in British ones. Empty if the text is not a postcode: it has no digit, or a length that none
 * has.
 */
export const zipSpellings = (typed: string): string[] => {
  const text = typed.normalize("NFKC").trim();
  const compact = text.replace(/\s/g, "");
  if (!/\d/.test(text) || !/^[\p{L}\d -]{3,10}$/u.test(text)) return [];
  const spellings = [text, compact, ...(compact.length >= 5 ? [`${compact.slice(0, -3)} ${compact.slice(-3)}`] : [])];
  return [...new Set(spellings.flatMap((one) => [one, one.toUpperCase(), one.toLowerCase()]))];
};

/**
 * Is it a placeholder for an unknown e-mail address? A missing address is one; a test account with the prefix is not.
 */
export const isPlaceholderEmail = (
  email: string | null,
  { prefix, isTestAccount }: { readonly prefix: string; readonly isTestAccount: (email: string) => boolean },
): boolean => {
  if (email === null || email === "") return true;
  const normalized = normalizeEmail(email);
  return normalized.startsWith(prefix.toLowerCase()) && !isTestAccount(normalized);
};
