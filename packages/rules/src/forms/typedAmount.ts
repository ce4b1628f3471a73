import { fromDecimal, toDecimal, type Minor } from "../values/money.ts";

type Separators = { readonly decimal: string; readonly group: string };

const separatorsOf = (locale: string): Separators => {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: "latn" }).formatToParts(1_234_567.8);
  const valueOf = (type: string) => parts.find((part) => part.type === type)?.value;
  return { decimal: valueOf("decimal") ?? ".", group: valueOf("group") ?? "," };
};

const groupOf = (text: string, group: string): boolean =>
  text.split(group).every((digits, index, all) => {
    if (index === 0) return /^\d{1,3}$/.test(digits);
    return index === all.length - 1 ? /^\d{3}$/.test(digits) : /^\d{2,3}$/.test(digits);
  });

/**
 * Splits at the decimal separator. Of two kinds it is the last one; a single kind is judged by the locale and the digits.
 */
const splitAtDecimal = (text: string, { decimal, group }: Separators): readonly [string, string] => {
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (last < 0) return [text, ""];
  const [separator = "", other] = text[last] === "." ? [".", ","] : [",", "."];
  const hasBoth = text.includes(other);
  const isRepeated = text.indexOf(separator) !== last;
  const isGroup =
    !hasBoth && (isRepeated || (separator !== decimal && separator === group && groupOf(text, separator)));
  return isGroup ? [text, ""] : [text.slice(0, last), text.slice(last + 1)];
};

/**
 * Parses an amount as people type it: '1,000', '$50', '12,5', '1.000,00 €'. A single separator followed by three digits
 * groups thousands if it does so in the locale. Undefined if it is not an amount in this currency.
 */
export const parseTypedAmount = (typed: string, currency: string, locale: string): Minor | undefined => {
  const text = typed
    .normalize("NFKC")
    .replace(new RegExp(`^\\s*${currency}|${currency}\\s*$`, "i"), "")
    .replace(/^\s*[\p{Sc}]|[\p{Sc}]\s*$|^\s*kr\.?|kr\.?\s*$/giu, "")
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "")
    .trim();
  if (!/^(?=.*\d)[\d.,]+$/.test(text)) return undefined;
  const [whole, fraction] = splitAtDecimal(text, separatorsOf(locale));
  if (!/^\d*$/.test(fraction)) return undefined;
  const group = /[.,]/.exec(whole)?.[0];
  if (group !== undefined && !groupOf(whole, group)) return undefined;
  const digits = whole.replaceAll(/[.,]/g, "") || "0";
  return fromDecimal(fraction === "" ? digits : `${digits}.${fraction}`, currency);
};

/** Converts an amount from the wire to the locale's format, '12.50' to '12,50'; anything else stays as typed. */
export const showAmount = (value: string, currency: string, locale: string): string => {
  const amount = fromDecimal(value, currency);
  if (amount === undefined || (value.includes(".") && toDecimal(amount, currency) !== value)) return value;
  return value.replace(".", separatorsOf(locale).decimal);
};

/** Converts a typed amount to the wire format, '12,5' to '12.50'; anything else stays as typed. */
export const formatTypedAmount = (typed: string, currency: string, locale: string): string => {
  const amount = parseTypedAmount(typed, currency, locale);
  return amount === undefined ? typed.trim() : toDecimal(amount, currency);
};
