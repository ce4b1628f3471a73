import type { Seller } from "@foyer/contract/seller.ts";

/** What could turn a line around, break it or hide in it: names come from strangers. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu;

/** A text on one line, as a header, a file or a label can hold it, whatever it was. */
export const oneLine = (text: string, most = 200): string =>
  text.replace(unseen, " ").replace(/ {2,}/g, " ").trim().normalize("NFC").slice(0, most);

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * The words of a letter: the seller's own or the given ones, with the named values in them. A placeholder that names
 * nothing leaves nothing behind.
 */
export const letterWords = <Key extends string>(
  seller: Pick<Seller, "strings">,
  words: Readonly<Record<Key, string>>,
  values: Readonly<Record<string, string>>,
): ((key: Key, more?: Readonly<Record<string, string>>) => string) => {
  const known = new Map(Object.entries(values));
  return (key, more = {}) => {
    // A Map holds only what was put there: `{constructor}` names nothing.
    const all = new Map([...known, ...Object.entries(more)]);
    const own = Object.hasOwn(seller.strings, key) ? seller.strings[key] : undefined;
    return (own ?? words[key]).replace(/\{(\w+)\}/g, (_, name: string) => oneLine(all.get(name) ?? ""));
  };
};
