import { useState } from "react";
import { canLookUp } from "@foyer/rules/forms/addressLookup.ts";
import { addressFields } from "@foyer/rules/forms/identityFields.ts";
import type { IdentityAnswers, IdentityProblem } from "@foyer/rules/forms/identityAnswers.ts";
import { useSeller } from "../seller/seller.tsx";
import type { IdentityDraft } from "../storage/checkoutDraft.ts";

/** How the address is entered: searched, found by a search, or manually. */
export type AddressMode = IdentityDraft["address_mode"];

export const isAddressField = (name: string): boolean => addressFields.includes(name) && name !== "country";

export type TypedAnswers = IdentityDraft["answers"];

/** How the address is entered. Manually if the form has no address, or if it cannot be looked up in the country. */
export const useAddressMode = (hasAddress: boolean, country: string, kept: IdentityDraft | undefined) => {
  const { configuration } = useSeller();
  const [wantedMode, setMode] = useState<AddressMode>(kept?.address_mode ?? "search");
  const [searchText, setSearchText] = useState(kept?.search_text ?? "");
  const [hasFailed, setFailed] = useState(false);
  /** The address that was there before a new search. */
  const [putAside, setPutAside] = useState<TypedAnswers>({});
  const canSearchIn = (place: string): boolean => hasAddress && canLookUp(configuration.address_lookup, place);
  const canSearch = canSearchIn(country);
  const mode: AddressMode = canSearch ? wantedMode : "manual";
  return {
    wantedMode,
    mode,
    canSearch,
    canSearchIn,
    searchText,
    hasFailed,
    setMode,
    setSearchText,
    setFailed,
    setPutAside,
    /** The search text becomes the first line of the address; without a search text, the previous address is restored. */
    withSearched: (typed: TypedAnswers): TypedAnswers => {
      const line = searchText.trim();
      return line === "" ? { ...typed, ...putAside } : { ...typed, address: line };
    },
  };
};
export type AddressModeState = ReturnType<typeof useAddressMode>;

/** The answers without the address: a known address is cleared. */
export const withoutAddress = (typed: TypedAnswers, known: IdentityAnswers): TypedAnswers => ({
  ...Object.fromEntries(Object.entries(typed).filter(([name]) => !isAddressField(name))),
  ...Object.fromEntries(
    Object.keys(known)
      .filter(isAddressField)
      .map((name) => [name, ""]),
  ),
});

/** While searching, the address fields are hidden, so the search field shows one problem for all of them. */
export const problemsWhileSearching = (
  problems: readonly IdentityProblem[],
  searchText: string,
): readonly IdentityProblem[] => {
  const others = problems.filter(({ field }) => !isAddressField(field));
  if (others.length === problems.length && searchText.trim() === "") return others;
  const index = problems.findIndex(({ field }) => isAddressField(field));
  const before = index < 0 ? others.length : index;
  return [...others.slice(0, before), { field: "address", message: "not_from_list" }, ...others.slice(before)];
};
