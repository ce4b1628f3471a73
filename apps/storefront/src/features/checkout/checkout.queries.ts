import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { getEvent } from "@foyer/contract/shop/catalog.ts";
import { getCart, getLinkedCart, type Cart, type CartReply } from "@foyer/contract/shop/cart.ts";
import { getOrder } from "@foyer/contract/shop/orders/orders.ts";
import type { TicketOrder } from "@foyer/contract/shop/orders/ticketOrder.ts";
import { localExpiry } from "@foyer/rules/hold/cartTimer.ts";
import { call, Refused } from "../../api/call.ts";
import { useSaved } from "../../shared/storage/saved.ts";
import { useHydrated } from "../../shared/hydration/useHydrated.ts";
import { cartQuery, currentCartId } from "../cart/cart.queries.ts";
import { useCartPageState } from "../cart/cartPageState.ts";

type LoadedCart = { readonly isOwn: boolean; readonly reply: CartReply };

/** A cart by its id: the visitor's own, or one that they opened by its link. */
export const loadedCartQuery = (cart_id: string) =>
  queryOptions({
    queryKey: ["cart", cart_id, "opened"],
    queryFn: async ({ signal }): Promise<LoadedCart> => {
      const sent = { cart_id, _limit: "1000" };
      try {
        return { isOwn: true, reply: await call(getCart, sent, { signal, fresh: true }) };
      } catch (error) {
        // It is not the visitor's own cart: anybody who has the link can pay for it.
        if (!(error instanceof Refused) || (error.status !== 404 && error.status !== 403)) throw error;
        return { isOwn: false, reply: await call(getLinkedCart, sent, { signal, fresh: true }) };
      }
    },
  });

const orderQuery = (ticket_order_id: string, token: string | undefined) =>
  queryOptions({
    queryKey: ["order", ticket_order_id, token ?? null],
    queryFn: ({ signal }) =>
      call(getOrder, { ticket_order_id, ...(token === undefined ? {} : { token }) }, { signal, fresh: true }),
  });

export const eventDescriptionQuery = (event_template_id: string) =>
  queryOptions({
    queryKey: ["event", event_template_id, "description"],
    queryFn: ({ signal }) => call(getEvent, { event_template_id, _embed: "venue" }, { signal }),
  });

export type CheckoutCart =
  | { readonly kind: "loading" | "none" | "expired" | "denied" | "order_not_found" | "failed" }
  /** The session of the cart's visitor has ended. */
  | { readonly kind: "lost"; readonly cart_id: string; readonly isOfMember: boolean }
  /** A visitor who opened the cart by its link does not learn its order. */
  | { readonly kind: "booked"; readonly order_id: string | null }
  /** The cart of an order in the URL: read-only. */
  | { readonly kind: "ordered"; readonly cart: Cart; readonly order: TicketOrder }
  | { readonly kind: "ready"; readonly cart: Cart; readonly isOwn: boolean };

const checkoutCartOfError = (error: unknown): CheckoutCart => {
  if (!(error instanceof Refused)) return { kind: "failed" };
  if (error.code === "cart_expired") return { kind: "expired" };
  // The id is unknown or malformed.
  if (error.status === 404 || error.status === 400) return { kind: "none" };
  return { kind: error.status === 403 ? "denied" : "failed" };
};

const checkoutCartOf = (cart: Cart | undefined, isOwn: boolean): CheckoutCart => {
  if (!cart) return { kind: "none" };
  if (cart.state === "completed") return { kind: "booked", order_id: cart.ticket_order_id };
  if (cart.state === "expired") return { kind: "expired" };
  return cart.lines.length === 0 ? { kind: "none" } : { kind: "ready", cart, isOwn };
};

/** The cart to pay for: the one in the URL, the one of an order, or the one saved in this browser. */
export const useCheckoutCart = ({
  cartId,
  orderId,
  token,
}: {
  readonly cartId: string | undefined;
  readonly orderId: string | undefined;
  /** Opens an order that was placed in another browser. */
  readonly token: string | undefined;
}): CheckoutCart => {
  const isHydrated = useHydrated();
  const [saved, change] = useSaved();
  const pageState = useCartPageState();
  const order = useQuery({ ...orderQuery(orderId ?? "", token), enabled: isHydrated && orderId !== undefined });
  // A cart in the URL takes precedence over an order.
  const foundOrder = cartId === undefined ? order.data?.ticket_order._data[0] : undefined;
  const requestedId = cartId ?? foundOrder?.cart_id;
  const loaded = useQuery({ ...loadedCartQuery(requestedId ?? ""), enabled: isHydrated && requestedId !== undefined });
  // Does not change while the cart is being paid for, because the cart may expire meanwhile.
  const remembered = pageState.payingCartId ?? currentCartId(saved);
  const id = requestedId === undefined ? remembered : loaded.data?.isOwn ? requestedId : null;
  const ownCart = useQuery({ ...cartQuery(id ?? ""), enabled: isHydrated && id !== null });

  // The visitor's own cart becomes the current one when it is opened by its URL.
  const adopted = loaded.data?.isOwn ? loaded.data.reply.cart._data[0] : undefined;
  const adopt = useEffectEvent((cart: Cart): void => {
    // The cart of an order change is not the visitor's current cart.
    if (
      cart.state === "pending" &&
      cart.change === null &&
      saved.cart_id !== cart.id &&
      pageState.payingCartId === null
    )
      change({ cart_id: cart.id, local_expiry: localExpiry(cart.expires_in, Date.now()) });
  });
  useEffect(() => {
    if (adopted) adopt(adopted);
  }, [adopted]);

  if (!isHydrated) return { kind: "loading" };
  if (orderId !== undefined && cartId === undefined && !foundOrder)
    return order.error ? { kind: "order_not_found" } : { kind: "loading" };
  if (requestedId !== undefined && !loaded.data)
    return loaded.error ? checkoutCartOfError(loaded.error) : { kind: "loading" };
  const orderedCart = foundOrder && loaded.data?.reply.cart._data[0];
  if (foundOrder && orderedCart?.state === "completed")
    return { kind: "ordered", cart: orderedCart, order: foundOrder };
  if (loaded.data && !loaded.data.isOwn) return checkoutCartOf(loaded.data.reply.cart._data[0], false);
  if (id === null) {
    if (pageState.expiredCartId !== null) return { kind: "expired" };
    const { lostCart } = pageState;
    if (lostCart !== null) return { kind: "lost", cart_id: lostCart.id, isOfMember: lostCart.isOfMember };
    return pageState.bookedOrderId === null ? { kind: "none" } : { kind: "booked", order_id: pageState.bookedOrderId };
  }
  if (!ownCart.data) return ownCart.error ? checkoutCartOfError(ownCart.error) : { kind: "loading" };
  const checkoutCart = checkoutCartOf(ownCart.data.cart._data[0], true);
  if (checkoutCart.kind === "booked") return pageState.payingCartId === id ? { kind: "loading" } : checkoutCart;
  return pageState.expiredCartId === id && pageState.payingCartId !== id ? { kind: "expired" } : checkoutCart;
};
