import { normalizePrintedNumber } from "../values/normalizeNames.ts";

/** Letters that Unicode does not decompose into a letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  þ: "th",
};

/** Longer words are truncated to this length. */
const maxLength = 40;

/** Removes accents and case: 'Łukasz Nuñez' becomes 'lukasz nunez'. */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøđðħıłþ]/g, (letter) => plainLetters[letter] ?? letter);

/**
 * The words of a name, folded. An apostrophe is part of a word ('O’Brien' is 'obrien'); a hyphen separates words, so
 * 'Anna-Lena' is found by either.
 */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    foldText(text)
      .replace(/['’ʼ`]/g, "")
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "")
      .map((word) => [...word].slice(0, maxLength).join("")),
  ),
];

/**
 * A phone number in searchable form: its digits reversed, because people type its end, with or without the country code and
 * the leading zero of a national number.
 */
export const phoneWord = (phone: string): string => phone.replace(/\D/g, "").slice(-20).split("").toReversed().join("");

/** The possible meanings of a search text. Absent fields are ruled out. */
export type SearchTerms = {
  /** The text is a single letter, which would match too many orders. */
  readonly isTooShort: boolean;
  readonly order_number?: number;
  /** Prefixes of words, all of which an order must have. */
  readonly names: readonly string[];
  /** A prefix of an e-mail address. */
  readonly email?: string;
  /** The end of a phone number, reversed. */
  readonly phone?: string;
  /** The last digits of a card. */
  readonly card?: string;
  /** One word that could be a complete number or code. */
  readonly exact?: {
    readonly scan_code: string;
    /** Normalised like member numbers and gift card numbers. */
    readonly printed: string;
    readonly code: string;
    readonly provider_ref: string;
  };
};

/** An order number has at most this many digits. */
const maxNumber = 15;

/** Parses the typed, pasted or scanned text of the order search. */
export const readSearchTerms = (typed: string): SearchTerms => {
  const text = typed.normalize("NFKC").trim();
  const isOneWord = text !== "" && !/\s/.test(text);
  const number = /^(?:order\s+)?#?(\d+)$/i.exec(text)?.[1];
  const digits = /^[\d\s+().\-/]+$/.test(text) ? text.replace(/\D/g, "") : "";
  const names = digits === "" && !text.includes("@") ? wordsOf(text) : [];
  return {
    isTooShort: names.length > 0 && names.every((word) => [...word].length < 2),
    ...(number !== undefined && number.length <= maxNumber && { order_number: Number(number) }),
    names,
    ...(isOneWord && text.includes("@") && text.length >= 3 && { email: foldText(text).slice(0, 80) }),
    ...(digits.length >= 5 && { phone: phoneWord(digits.replace(/^0+/, "")) }),
    ...(digits.length === 4 && { card: digits }),
    ...(isOneWord &&
      text.length >= 3 && {
        exact: {
          scan_code: text.toUpperCase(),
          printed: normalizePrintedNumber(text),
          code: text.toLowerCase(),
          provider_ref: text,
        },
      }),
  };
};

/** The upper bound of all words with this prefix, in code point order (exclusive). */
export const endOfPrefix = (prefix: string): string => `${prefix}\u{10FFFF}`;
