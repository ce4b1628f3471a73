import type { Dispatch, SetStateAction } from "react";
import type { FoundAddress } from "@foyer/rules/forms/addressLookup.ts";
import { addressFields } from "@foyer/rules/forms/identityFields.ts";
import { isAddressField, type AddressModeState, type TypedAnswers } from "./useAddressMode.ts";

type AddressForm = {
  readonly addressMode: AddressModeState;
  readonly typed: TypedAnswers;
  readonly setTyped: Dispatch<SetStateAction<TypedAnswers>>;
  /** Removes the problems of these fields. */
  readonly clear: (...names: readonly string[]) => void;
  readonly country: string;
  readonly withoutTyped: (typed: TypedAnswers) => TypedAnswers;
  readonly onPostCode: ((post_code: string) => void) | undefined;
};

/** What a visitor can do with the address in a form: search for it, choose a result, or enter it manually. */
export const addressActions = (form: AddressForm) => {
  const { addressMode, typed, setTyped, clear, country, onPostCode } = form;
  const { mode, canSearch, searchText, setMode, setSearchText } = addressMode;
  const enterManually = (): void => {
    setTyped(addressMode.withSearched);
    setSearchText("");
    setMode("manual");
    clear("address");
  };
  return {
    mode,
    canSearch,
    searchText,
    setSearchText: (text: string) => {
      setSearchText(text);
      addressMode.setFailed(false);
      clear("address");
    },
    /** Fills the address fields, so that the visitor can check them. */
    applyFound: (address: FoundAddress) => {
      setTyped((before) => ({ ...before, ...address, country: address.country || country }));
      setMode("found");
      setSearchText("");
      onPostCode?.(address.zip_code);
      clear(...addressFields);
    },
    enterManually,
    /** The last lookup failed, so the address is entered manually. */
    hasFailed: addressMode.hasFailed,
    endFailedLookup: () => {
      addressMode.setFailed(true);
      enterManually();
    },
    searchAgain: () => {
      setMode("search");
      setSearchText("");
      addressMode.setFailed(false);
      addressMode.setPutAside(Object.fromEntries(Object.entries(typed).filter(([name]) => isAddressField(name))));
      setTyped(form.withoutTyped);
    },
  };
};
