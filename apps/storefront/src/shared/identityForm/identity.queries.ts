import { queryOptions, useQuery } from "@tanstack/react-query";
import { findAddress, listStates, retrieveAddress } from "@foyer/contract/shop/address.ts";
import { call } from "../../api/call.ts";

const statesQuery = (country: string) =>
  queryOptions({
    queryKey: ["states", country],
    queryFn: async ({ signal }) => (await call(listStates, { country }, { signal })).state._data,
    staleTime: Infinity,
  });
const noStates: readonly { readonly code: string; readonly name: string }[] = [];

/** States of a country once they are asked for; none while they are on their way, and of countries without. */
export const useStates = (country: string, isNeeded: boolean) =>
  useQuery({ ...statesQuery(country), enabled: isNeeded && country !== "" }).data ?? noStates;

/** What was typed, or the container that was opened. */
export type AddressSearch = { readonly text: string } | { readonly container: string };

export const addressSearchQuery = (country: string, search: AddressSearch) =>
  queryOptions({
    queryKey: ["addresses", country, search],
    queryFn: async ({ signal }) => (await call(findAddress, { country, ...search }, { signal })).address._data,
    staleTime: 60_000,
    // A failure goes over to writing by hand at once.
    retry: false,
  });

export const fetchAddress = async (country: string, id: string) =>
  (await call(retrieveAddress, { country, id })).address._data[0];
