import { queryOptions, useQuery } from "@tanstack/react-query";
import { findAddress, listStates, retrieveAddress } from "@foyer/contract/address.ts";
import { getCart, getLinkedCart, type Cart } from "@foyer/contract/cart.ts";
import { formsOf } from "@foyer/rules/identityFields.ts";
import { call } from "../../api/call.ts";

/** What the events and groups in a cart ask of its buyer. */
export const cartFormsQuery = ({ id: cart_id, lines }: Pick<Cart, "id" | "lines">, own: boolean) => {
  const groups = [...new Set(lines.flatMap(({ types }) => types.map((type) => type.ticket_group_id)))].toSorted();
  return queryOptions({
    // Not among what is asked anew with each change of the cart: the groups in it say when it is another.
    queryKey: ["cart_forms", cart_id, own, groups],
    queryFn: async ({ signal }) => {
      const { meta } = await call(own ? getCart : getLinkedCart, { cart_id, _embed: "meta" }, { signal, fresh: true });
      return formsOf(meta?._data.map((row) => row.meta) ?? []);
    },
  });
};

const statesQuery = (country: string) =>
  queryOptions({
    queryKey: ["states", country],
    queryFn: async ({ signal }) => (await call(listStates, { country }, { signal })).state._data,
    staleTime: Infinity,
  });
const none: readonly { readonly code: string; readonly name: string }[] = [];

/** States of a country once they are asked for; none while they are on their way, and of countries without. */
export const useStates = (country: string, isAsked: boolean) =>
  useQuery({ ...statesQuery(country), enabled: isAsked && country !== "" }).data ?? none;

/** What was typed, or the container that was opened. */
export type Sought = { readonly text: string } | { readonly container: string };

export const foundQuery = (country: string, sought: Sought) =>
  queryOptions({
    queryKey: ["addresses", country, sought],
    queryFn: async ({ signal }) => (await call(findAddress, { country, ...sought }, { signal })).address._data,
    staleTime: 60_000,
    // A failure goes over to writing by hand at once.
    retry: false,
  });

export const addressById = async (country: string, id: string) =>
  (await call(retrieveAddress, { country, id })).address._data[0];
