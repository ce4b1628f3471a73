import { queryOptions, useQuery } from "@tanstack/react-query";
import { findAddress, listStates, retrieveAddress } from "@foyer/contract/shop/address.ts";
import { getCart, getLinkedCart, type Cart } from "@foyer/contract/shop/cart.ts";
import { identityFormsIn } from "@foyer/rules/forms/identityFields.ts";
import { call } from "../../api/call.ts";

/** What the events and groups in a cart ask of its buyer. */
export const cartIdentityFormsQuery = ({ id: cart_id, lines }: Pick<Cart, "id" | "lines">, isOwn: boolean) => {
  const groups = [...new Set(lines.flatMap(({ types }) => types.map((type) => type.ticket_group_id)))].toSorted();
  return queryOptions({
    // Not among what is asked anew with each change of the cart: the groups in it say when it is another.
    queryKey: ["cart_forms", cart_id, isOwn, groups],
    queryFn: async ({ signal }) => {
      const { meta } = await call(
        isOwn ? getCart : getLinkedCart,
        { cart_id, _embed: "meta" },
        { signal, fresh: true },
      );
      return identityFormsIn(meta?._data.map((row) => row.meta) ?? []);
    },
  });
};

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
