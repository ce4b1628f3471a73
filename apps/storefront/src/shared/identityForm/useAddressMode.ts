import { useState } from "react";
import { canLookUp } from "@foyer/rules/forms/addressLookup.ts";
import { addressFields } from "@foyer/rules/forms/identityFields.ts";
import type { IdentityProblem } from "@foyer/rules/forms/identityAnswers.ts";
import { useSeller } from "../seller/seller.tsx";

/** How the address is entered: searched, found by a search, or manually. */
export type AddressMode = "search" | "found" | "manual";

export const isAddressField = (name: string): boolean => addressFields.includes(name) && name !== "country";

/** How the address is entered. Manually if the form has no address, or if it cannot be looked up in the country. */
export const useAddressMode = (hasAddress: boolean, country: string) => {
  const { configuration } = useSeller();
  const [wantedMode, setMode] = useState<AddressMode>("search");
  const [searchText, setSearchText] = useState("");
  const canSearch = hasAddress && canLookUp(configuration.address_lookup, country);
  const mode: AddressMode = canSearch ? wantedMode : "manual";
  return { mode, canSearch, searchText, setMode, setSearchText };
};

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
