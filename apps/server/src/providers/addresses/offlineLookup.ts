import type { AddressSuggestion, AddressItem } from "@foyer/contract/shop/forms/address.ts";
import type { AddressLookup } from "./addressLookup.ts";
import { sampleAddresses, type SampleAddress } from "./sampleAddresses.ts";

const maxResults = 10;
const searchWords = (text: string): readonly string[] =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

type IndexedAddress = SampleAddress & { readonly id: string; readonly words: readonly string[] };
const addressIndex: readonly IndexedAddress[] = sampleAddresses.map((address, index) => ({
  ...address,
  id: `offline-${index}`,
  words: searchWords([address.Line1, address.Line2, address.City, address.Province, address.PostalCode].join(" ")),
}));

const describeAddress = ({ Line2, City, Province, PostalCode }: SampleAddress): string =>
  [Line2, City, [Province, PostalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");

const toSuggestion = (address: IndexedAddress): AddressSuggestion => ({
  Id: address.id,
  Type: "Address",
  Text: address.Line1,
  Description: describeAddress(address),
});

/** Returns a street or house with several addresses as one suggestion. */
const groupByContainer = (found: readonly IndexedAddress[]): readonly AddressSuggestion[] => {
  const seen = new Set<string>();
  return found.flatMap((address): AddressSuggestion[] => {
    const members =
      address.container === undefined ? [] : addressIndex.filter(({ container }) => container === address.container);
    if (address.container === undefined || members.length < 2) return [toSuggestion(address)];
    if (seen.has(address.container)) return [];
    seen.add(address.container);
    return [
      {
        Id: address.container,
        Type: "Container",
        Text: address.container,
        Description: `${describeAddress(address)} - ${members.length} Addresses`,
      },
    ];
  });
};

/**
 * Looks up addresses in a short list of well-known public buildings and invented streets, for trying it out without a
 * provider.
 */
export const offlineLookup: AddressLookup = {
  find: async ({ text = "", container, country }) => {
    const inCountry = addressIndex.filter((address) => address.country === country);
    if (container !== undefined)
      return inCountry
        .filter(({ container: own }) => own === container)
        .map(toSuggestion)
        .slice(0, maxResults);
    const queryWords = searchWords(text);
    if (queryWords.length === 0) return [];
    return groupByContainer(
      inCountry.filter(({ words }) => queryWords.every((word) => words.some((indexed) => indexed.startsWith(word)))),
    ).slice(0, maxResults);
  },
  retrieve: async (id): Promise<AddressItem | undefined> => {
    const address = addressIndex.find((indexed) => indexed.id === id);
    if (!address) return undefined;
    const { Line1, Line2, City, Province, PostalCode, CountryIso2 } = address;
    return { Line1, Line2, Line3: "", Line4: "", Line5: "", City, Province, PostalCode, CountryIso2 };
  },
};
