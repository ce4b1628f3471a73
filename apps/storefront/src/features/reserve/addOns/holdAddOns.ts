import type { QueryClient } from "@tanstack/react-query";
import { Refused } from "../../../api/call.ts";
import { modifyCurrentCart, type CartModification } from "../../cart/cart.mutations.ts";
import { bypassCaches } from "../queries/reserve.queries.ts";

export type AddOnRequest = NonNullable<CartModification["add"]>[number];
export type RefusedAddOn = { readonly event_template_id: string; readonly error: Refused };

type Shop = {
  readonly client: QueryClient;
  readonly slug: string;
  /** A code that the add-ons require. */
  readonly code?: string;
};

const hold = ({ client, slug, code }: Shop, add: AddOnRequest[]) =>
  modifyCurrentCart(client, slug, {
    add,
    reserve: true,
    ...(code !== undefined && { preReservePromoCodes: { codes: [code] } }),
  });

/**
 * Holds all chosen add-ons in one step. If the server refuses that, holds each separately, so that an unavailable one does
 * not affect the others. Returns the refused ones.
 */
export const holdAddOns = async (shop: Shop, requests: readonly AddOnRequest[]): Promise<readonly RefusedAddOn[]> => {
  try {
    await hold(shop, [...requests]);
    return [];
  } catch (error) {
    if (!(error instanceof Refused) || error.status >= 500) throw error;
    const [only, ...others] = requests;
    if (only && others.length === 0) return [await refusedAddOn(shop, only, error)];
  }
  const refused: RefusedAddOn[] = [];
  // One after another, because each changes the same cart.
  for (const request of requests) {
    try {
      await hold(shop, [request]);
    } catch (error) {
      if (!(error instanceof Refused) || error.status >= 500) throw error;
      refused.push(await refusedAddOn(shop, request, error));
    }
  }
  return refused;
};

const refusedAddOn = async (
  { client }: Shop,
  { event_template_id }: AddOnRequest,
  error: Refused,
): Promise<RefusedAddOn> => {
  await bypassCaches(client, event_template_id);
  return { event_template_id, error };
};
