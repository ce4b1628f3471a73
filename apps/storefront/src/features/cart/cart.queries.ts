import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { getCart, type Cart } from "@foyer/contract/shop/cart.ts";
import { call, Refused } from "../../api/call.ts";
import { useSaved, type Saved } from "../../shared/storage/saved.ts";
import { useLoginStrength } from "../login/session/loginStrength.ts";
import { updateCartPageState } from "./cartPageState.ts";

/** The saved cart, unless it has expired by this browser's clock. */
export const currentCartId = ({ cart_id, local_expiry }: Pick<Saved, "cart_id" | "local_expiry">): string | null =>
  local_expiry === null || local_expiry > Date.now() ? cart_id : null;

export const cartKey = (cart_id: string) => ["cart", cart_id] as const;

export const cartQuery = (cart_id: string) =>
  queryOptions({
    queryKey: cartKey(cart_id),
    queryFn: ({ signal }) => call(getCart, { cart_id, _limit: "1000" }, { signal, fresh: true }),
    // Another tab may have changed the cart, or it may have expired.
    refetchOnWindowFocus: "always",
  });

export const noSavedCart: Partial<Saved> = {
  cart_id: null,
  local_expiry: null,
  declined_extension: null,
  auto_renew: false,
};

/** Whether a cart is unknown to the server, or cannot be paid because its seller has no gateway. */
const isUnusable = (error: unknown): boolean =>
  error instanceof Refused &&
  (error.status === 404 || (error.code === "not_configured" && error.context.endsWith("_gateway")));

export type CurrentCart = {
  readonly cart: Cart | undefined;
  /** The saved cart, if it has not expired by this browser's clock. */
  readonly cart_id: string | null;
  readonly isLoading: boolean;
};

/** The visitor's cart. Undefined on the server, which renders the same page for everybody. */
export const useCart = (): CurrentCart => {
  const [saved, change] = useSaved();
  const cart_id = currentCartId(saved);
  const { data, error, isLoading } = useQuery({ ...cartQuery(cart_id ?? ""), enabled: cart_id !== null });
  const isCartUnusable = isUnusable(error);
  const isOfMember = useLoginStrength() === "full";
  const wasShown = data !== undefined;
  useEffect(() => {
    if (!isCartUnusable) return;
    if (wasShown && cart_id !== null) updateCartPageState({ lostCart: { id: cart_id, isOfMember } });
    change(noSavedCart);
  }, [isCartUnusable, wasShown, cart_id, isOfMember, change]);
  return { cart: cart_id === null ? undefined : data?.cart._data[0], cart_id, isLoading };
};
