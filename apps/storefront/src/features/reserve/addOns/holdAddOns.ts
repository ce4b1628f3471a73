import type { QueryClient } from "@tanstack/react-query";
import { Refused } from "../../../api/call.ts";
import { modifyCurrentCart, type CartModification } from "../../cart/cart.mutations.ts";
import { bypassCaches } from "../queries/reserve.queries.ts";

type AddOnRequest = NonNullable<CartModification["add"]>[number];
export type RefusedAddOn = { readonly event_template_id: string; readonly reason: string };

const hold = (client: QueryClient, slug: string, add: AddOnRequest[]) =>
  modifyCurrentCart(client, slug, { add, reserve: true });

/**
 * Holds all chosen add-ons in one step. If the server refuses that, holds each separately, so that an unavailable one does
 * not affect the others. Returns the refused ones.
 */
export const holdAddOns = async (
  client: QueryClient,
  slug: string,
  requests: readonly AddOnRequest[],
): Promise<readonly RefusedAddOn[]> => {
  try {
    await hold(client, slug, [...requests]);
    return [];
  } catch (error) {
    if (!(error instanceof Refused) || error.status >= 500) throw error;
    const [only, ...others] = requests;
    if (only && others.length === 0) return [await refusedAddOn(client, only, error)];
  }
  const refused: RefusedAddOn[] = [];
  // One after another, because each changes the same cart.
  for (const request of requests) {
    try {
      await hold(client, slug, [request]);
    } catch (error) {
      if (!(error instanceof Refused) || error.status >= 500) throw error;
      refused.push(await refusedAddOn(client, request, error));
    }
  }
  return refused;
};

const refusedAddOn = async (
  client: QueryClient,
  { event_template_id }: AddOnRequest,
  { description }: Refused,
): Promise<RefusedAddOn> => {
  await bypassCaches(client, event_template_id);
  return { event_template_id, reason: description };
};
