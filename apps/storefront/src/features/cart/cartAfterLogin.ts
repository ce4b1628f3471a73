import type { QueryClient } from "@tanstack/react-query";
import { deleteCart } from "@foyer/contract/cart.ts";
import { call, Refused } from "../../api/call.ts";
import { savedOf } from "../../shared/saved.ts";
import { cartQuery, currentCart, forget } from "./cart.queries.ts";
import { readStanding } from "./standing.ts";

/**
 * The cart after a login (document 1 §4): asked for again; one that is not pending any more is forgotten, one with
 * tickets kept, an empty one deleted. So is one that this session may not have.
 */
export const cartAfterLogin = async (client: QueryClient, slug: string): Promise<void> => {
  const saved = savedOf(slug);
  const cart_id = currentCart(saved.get());
  // A payment under way knows best.
  if (cart_id === null || readStanding().paying === cart_id) return;
  const query = cartQuery(cart_id);
  const letGo = async (isDeleted: boolean): Promise<void> => {
    if (isDeleted)
      await call(deleteCart, { cart_id }).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      });
    if (saved.get().cart_id === cart_id) saved.change(forget);
    client.removeQueries({ queryKey: query.queryKey });
  };
  try {
    const { cart } = await client.fetchQuery({ ...query, staleTime: 0 });
    const [mine] = cart._data;
    if (!mine || mine.state !== "pending") return await letGo(false);
    if (mine.lines.length === 0) await letGo(true);
  } catch (error) {
    if (error instanceof Refused && error.code === "scope_error") return letGo(true);
    throw error;
  }
};
