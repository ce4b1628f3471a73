import type { AddressFound, AddressItem } from "@foyer/contract/address.ts";
import type { Addresses } from "./addresses.ts";
import { someAddresses, type KnownAddress } from "./someAddresses.ts";

const most = 10;
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

type Listed = KnownAddress & { readonly id: string; readonly words: readonly string[] };
const listed: readonly Listed[] = someAddresses.map((one, place) => ({
  ...one,
  id: `offline-${place}`,
  words: wordsOf([one.Line1, one.Line2, one.City, one.Province, one.PostalCode].join(" ")),
}));

const rest = ({ Line2, City, Province, PostalCode }: KnownAddress): string =>
  [Line2, City, [Province, PostalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");

const asAddress = (one: Listed): AddressFound => ({
  Id: one.id,
  Type: "Address",
  Text: one.Line1,
  Description: rest(one),
});

/** A street or house with several addresses is told as one. */
const gathered = (found: readonly Listed[]): readonly AddressFound[] => {
  const told = new Set<string>();
  return found.flatMap((one): AddressFound[] => {
    const inside = one.within === undefined ? [] : listed.filter(({ within }) => within === one.within);
    if (one.within === undefined || inside.length < 2) return [asAddress(one)];
    if (told.has(one.within)) return [];
    told.add(one.within);
    return [
      {
        Id: one.within,
        Type: "Container",
        Text: one.within,
        Description: `${rest(one)} - ${inside.length} Addresses`,
      },
    ];
  });
};

/** A small list, to try the lookup without a provider: well-known public houses and a street that is invented. */
export const offlineAddresses: Addresses = {
  find: async ({ text = "", container, country }) => {
    const here = listed.filter((one) => one.country === country);
    if (container !== undefined)
      return here
        .filter(({ within }) => within === container)
        .map(asAddress)
        .slice(0, most);
    const wanted = wordsOf(text);
    if (wanted.length === 0) return [];
    return gathered(
      here.filter(({ words }) => wanted.every((word) => words.some((known) => known.startsWith(word)))),
    ).slice(0, most);
  },
  retrieve: async (id): Promise<AddressItem | undefined> => {
    const one = listed.find((known) => known.id === id);
    if (!one) return undefined;
    const { Line1, Line2, City, Province, PostalCode, CountryIso2 } = one;
    return { Line1, Line2, Line3: "", Line4: "", Line5: "", City, Province, PostalCode, CountryIso2 };
  },
};
