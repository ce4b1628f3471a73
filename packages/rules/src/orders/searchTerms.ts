import { normalizePrintedNumber } from "../values/normalizeNames.ts";

/** Letters that Unicode does not take apart into a letter and an accent. */
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

/** The longest word that is kept. */
const maxLength = 40;

/** Removes accents and case: 'Łukasz Nuñez' becomes 'lukasz nunez'. */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøđðħıłþ]/g, (letter) => plainLetters[letter] ?? letter);

/**
 * The words of a name, folded. An apostrophe belongs to the word ('O’Brien' is 'obrien'); a hyphen ends it, so that
 * 'Anna-Lena' is found by both.
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
 * A telephone number as it is searched: its digits backwards, since people type its end, with or without the country's
 * code and the zero of a national number.
 */
export const phoneWord = (phone: string): string => phone.replace(/\D/g, "").slice(-20).split("").toReversed().join("");

/** What somebody may mean by what they typed. Whatever is absent cannot be meant. */
export type SearchTerms = {
  /** One letter: too many orders begin with it. */
  readonly isTooShort: boolean;
  readonly order_number?: number;
  /** Beginnings of words, all of which an order has to have. */
  readonly names: readonly string[];
  /** The beginning of an address. */
  readonly email?: string;
  /** The end of a telephone number, backwards. */
  readonly phone?: string;
  /** The last digits of a card. */
  readonly card?: string;
  /** One word that may be a whole number or code of something. */
  readonly exact?: {
    readonly scan_code: string;
    /** As member numbers and numbers of gift cards are compared. */
    readonly printed: string;
    readonly code: string;
    readonly provider_ref: string;
  };
};

/** An order number has at most this many digits. */
const maxNumber = 15;

/** Reads what was typed, pasted or scanned into the field that finds orders. */
export const readSearchTerms = (typed: string): SearchTerms => {
  const text = typed.normalize("NFKC").trim();
  const isOneWord = text !== "" && !/\s/.test(text);
  const number = /^#?(\d+)$/.exec(text)?.[1];
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

/** The first text that no word with this beginning is before, in the order of code points. */
export const endOfPrefix = (prefix: string): string => `${prefix}\u{10FFFF}`;
