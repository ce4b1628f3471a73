import { queryOptions, useQuery } from "@tanstack/react-query";
import { addressSearch, findAddress, listStates, retrieveAddress } from "@foyer/contract/shop/forms/address.ts";
import { call } from "../../api/call.ts";

const statesQuery = (country: string) =>
  queryOptions({
    queryKey: ["states", country],
    queryFn: async ({ signal }) => (await call(listStates, { country }, { signal })).state._data,
    staleTime: Infinity,
  });
const noStates: readonly { readonly code: string; readonly name: string }[] = [];

/** The states of a country. Empty while they load, and for countries without states. */
export const useStates = (country: string, isNeeded: boolean) =>
  useQuery({ ...statesQuery(country), enabled: isNeeded && country !== "" }).data ?? noStates;

/** A single attempt with a short time limit, because a visitor entering an address should not wait for a list. */
const lookupOptions = (signal?: AbortSignal) => {
  const timeout = AbortSignal.timeout(addressSearch.timeout_ms);
  return { attempts: 1, signal: signal ? AbortSignal.any([signal, timeout]) : timeout };
};

/** A search for a text, or for the addresses inside a container such as a street. */
export type AddressSearch = { readonly text: string } | { readonly container: string };

export const addressSearchQuery = (country: string, search: AddressSearch) =>
  queryOptions({
    queryKey: ["addresses", country, search],
    queryFn: async ({ signal }) =>
      (await call(findAddress, { country, ...search }, lookupOptions(signal))).address._data,
    staleTime: 60_000,
    // A failure switches to manual entry at once.
    retry: false,
  });

export const fetchAddress = async (country: string, id: string) =>
  (await call(retrieveAddress, { country, id }, lookupOptions())).address._data[0];
