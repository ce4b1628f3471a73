import type { Seller } from "@foyer/contract/shop/seller.ts";

/** Characters that reverse, break or hide text. Names come from untrusted visitors. */
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu;

/** A text on one line, safe in a header, a file name or a label. */
export const singleLine = (text: string, maxLength = 200): string =>
  text.replace(controlCharacters, " ").replace(/ {2,}/g, " ").trim().normalize("NFC").slice(0, maxLength);

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns texts by key: the seller's own or the default, with placeholders replaced. Unknown placeholders are removed. */
export const sellerText = <Key extends string>(
  seller: Pick<Seller, "strings">,
  defaults: Readonly<Record<Key, string>>,
  values: Readonly<Record<string, string>>,
): ((key: Key, extraValues?: Readonly<Record<string, string>>) => string) => {
  const placeholders = new Map(Object.entries(values));
  return (key, extraValues = {}) => {
    // A Map, unlike an object, has no inherited keys such as `constructor`.
    const all = new Map([...placeholders, ...Object.entries(extraValues)]);
    const override = Object.hasOwn(seller.strings, key) ? seller.strings[key] : undefined;
    return (override ?? defaults[key]).replace(/\{(\w+)\}/g, (_, name: string) => singleLine(all.get(name) ?? ""));
  };
};
