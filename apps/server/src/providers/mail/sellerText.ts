import type { Seller } from "@foyer/contract/shop/seller.ts";

/** What could turn a line around, break it or hide in it: names come from strangers. */
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu;

/** A text on one line, as a header, a file or a label can hold it, whatever it was. */
export const singleLine = (text: string, maxLength = 200): string =>
  text.replace(controlCharacters, " ").replace(/ {2,}/g, " ").trim().normalize("NFC").slice(0, maxLength);

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * The words of a letter: the seller's own or the given ones, with the named values in them. A placeholder that names
 * nothing leaves nothing behind.
 */
export const sellerText = <Key extends string>(
  seller: Pick<Seller, "strings">,
  defaults: Readonly<Record<Key, string>>,
  values: Readonly<Record<string, string>>,
): ((key: Key, extraValues?: Readonly<Record<string, string>>) => string) => {
  const placeholders = new Map(Object.entries(values));
  return (key, extraValues = {}) => {
    // A Map holds only what was put there: `{constructor}` names nothing.
    const all = new Map([...placeholders, ...Object.entries(extraValues)]);
    const override = Object.hasOwn(seller.strings, key) ? seller.strings[key] : undefined;
    return (override ?? defaults[key]).replace(/\{(\w+)\}/g, (_, name: string) => singleLine(all.get(name) ?? ""));
  };
};
