import type { QueryClient } from "@tanstack/react-query";
import { deleteCart } from "@foyer/contract/shop/cart.ts";
import { call, Refused } from "../../api/call.ts";
import { savedStoreFor } from "../../shared/storage/saved.ts";
import { cartQuery, currentCartId, noSavedCart } from "./cart.queries.ts";
import { readCartPageState } from "./cartPageState.ts";

/**
 * Fetches the cart again after a login. A cart with tickets is kept; an empty one, or one that this session may not access,
 * is deleted; one that is no longer pending is forgotten.
 */
export const refreshCartAfterLogin = async (client: QueryClient, slug: string): Promise<void> => {
  const saved = savedStoreFor(slug);
  const cart_id = currentCartId(saved.get());
  // A running payment must not lose its cart.
  if (cart_id === null || readCartPageState().payingCartId === cart_id) return;
  const query = cartQuery(cart_id);
  const dropCart = async (isDeleted: boolean): Promise<void> => {
    if (isDeleted)
      await call(deleteCart, { cart_id }).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      });
    if (saved.get().cart_id === cart_id) saved.change(noSavedCart);
    client.removeQueries({ queryKey: query.queryKey });
  };
  try {
    const { cart } = await client.fetchQuery({ ...query, staleTime: 0 });
    const [current] = cart._data;
    if (!current || current.state !== "pending") return await dropCart(false);
    if (current.lines.length === 0) await dropCart(true);
  } catch (error) {
    if (error instanceof Refused && error.code === "scope_error") return dropCart(true);
    throw error;
  }
};
