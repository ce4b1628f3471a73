import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { getCart, type Cart } from "@foyer/contract/shop/cart.ts";
import { call, Refused } from "../../api/call.ts";
import { useSaved, type Saved } from "../../shared/storage/saved.ts";

/** The cart that this browser remembers, unless it has run out by this browser's clock. */
export const currentCartId = ({ cart_id, local_expiry }: Pick<Saved, "cart_id" | "local_expiry">): string | null =>
  local_expiry === null || local_expiry > Date.now() ? cart_id : null;

export const cartKey = (cart_id: string) => ["cart", cart_id] as const;

export const cartQuery = (cart_id: string) =>
  queryOptions({
    queryKey: cartKey(cart_id),
    queryFn: ({ signal }) => call(getCart, { cart_id, _limit: "1000" }, { signal, fresh: true }),
    // Asked again when the visitor comes back to the page: another tab or the clock may have been at it.
    refetchOnWindowFocus: "always",
  });

export const noSavedCart: Partial<Saved> = {
  cart_id: null,
  local_expiry: null,
  declined_extension: null,
  auto_renew: false,
};

/** A cart that the server does not know, or that cannot be paid where it is, is no cart (requirements CART-11). */
const isGone = (error: unknown): boolean =>
  error instanceof Refused &&
  (error.status === 404 || (error.code === "not_configured" && error.context.endsWith("_gateway")));

export type CurrentCart = {
  readonly cart: Cart | undefined;
  /** This browser remembers a cart that has not run out by its own clock. */
  readonly cart_id: string | null;
  readonly isLoading: boolean;
};

/** The visitor's cart, if there is one. Nothing while the server renders: the page is the same for everybody. */
export const useCart = (): CurrentCart => {
  const [saved, change] = useSaved();
  const cart_id = currentCartId(saved);
  const { data, error, isLoading } = useQuery({ ...cartQuery(cart_id ?? ""), enabled: cart_id !== null });
  const isCartGone = isGone(error);
  useEffect(() => {
    if (isCartGone) change(noSavedCart);
  }, [isCartGone, change]);
  return { cart: cart_id === null ? undefined : data?.cart._data[0], cart_id, isLoading };
};
