import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { getEvent } from "@foyer/contract/catalog.ts";
import { getCart, getLinkedCart, type Cart, type CartReply } from "@foyer/contract/cart.ts";
import { getOrder } from "@foyer/contract/orders.ts";
import type { TicketOrder } from "@foyer/contract/ticketOrder.ts";
import { localExpiry } from "@foyer/rules/cartClock.ts";
import { call, Refused } from "../../api/call.ts";
import { useSaved } from "../../shared/saved.ts";
import { useHydrated } from "../../shared/useHydrated.ts";
import { cartQuery, currentCart } from "../cart/cart.queries.ts";
import { useStanding } from "../cart/standing.ts";

type Opened = { readonly own: boolean; readonly reply: CartReply };

/** A cart by its id: one's own, else the one that its link opens. */
export const openedCartQuery = (cart_id: string) =>
  queryOptions({
    queryKey: ["cart", cart_id, "opened"],
    queryFn: async ({ signal }): Promise<Opened> => {
      const sent = { cart_id, _limit: "1000" };
      try {
        return { own: true, reply: await call(getCart, sent, { signal, fresh: true }) };
      } catch (error) {
        // Not one's own: whoever has the link may still pay for it.
        if (!(error instanceof Refused) || (error.status !== 404 && error.status !== 403)) throw error;
        return { own: false, reply: await call(getLinkedCart, sent, { signal, fresh: true }) };
      }
    },
  });

const orderQuery = (ticket_order_id: string, token: string | undefined) =>
  queryOptions({
    queryKey: ["order", ticket_order_id, token ?? null],
    queryFn: ({ signal }) =>
      call(getOrder, { ticket_order_id, ...(token === undefined ? {} : { token }) }, { signal, fresh: true }),
  });

/** What an event says about itself. */
export const descriptionQuery = (event_template_id: string) =>
  queryOptions({
    queryKey: ["event", event_template_id, "description"],
    queryFn: ({ signal }) => call(getEvent, { event_template_id, _embed: "venue" }, { signal }),
  });

export type CheckoutCart =
  | { readonly kind: "loading" | "none" | "timed_out" | "denied" | "order_not_found" | "failed" }
  | { readonly kind: "booked"; readonly id: string; readonly order_id: string | null }
  /** The cart of an order that was asked for by its id: to be read, not to be changed. */
  | { readonly kind: "ordered"; readonly cart: Cart; readonly order: TicketOrder }
  | { readonly kind: "ready"; readonly cart: Cart; readonly own: boolean };

const ofError = (error: unknown): CheckoutCart => {
  if (!(error instanceof Refused)) return { kind: "failed" };
  if (error.code === "cart_expired") return { kind: "timed_out" };
  // Nobody's cart, or an address that can be no cart's.
  if (error.status === 404 || error.status === 400) return { kind: "none" };
  return { kind: error.status === 403 ? "denied" : "failed" };
};

const ofCart = (cart: Cart | undefined, own: boolean): CheckoutCart => {
  if (!cart) return { kind: "none" };
  if (cart.state === "completed")
    return { kind: "booked", id: cart.ticket_order_id ?? cart.cart_number, order_id: cart.ticket_order_id };
  if (cart.state === "expired") return { kind: "timed_out" };
  return cart.lines.length === 0 ? { kind: "none" } : { kind: "ready", cart, own };
};

/** What there is to pay for: the cart of the address, the cart of an order, else the one that this browser remembers. */
export const useCheckoutCart = ({
  cartId,
  orderId,
  token,
}: {
  readonly cartId: string | undefined;
  readonly orderId: string | undefined;
  /** Opens the order to whoever did not buy it in this browser. */
  readonly token: string | undefined;
}): CheckoutCart => {
  const isHydrated = useHydrated();
  const [saved, change] = useSaved();
  const standing = useStanding();
  const order = useQuery({ ...orderQuery(orderId ?? "", token), enabled: isHydrated && orderId !== undefined });
  // A cart in the path is meant before an order in the query (requirements OPEN-08).
  const found = cartId === undefined ? order.data?.ticket_order._data[0] : undefined;
  const named = cartId ?? found?.cart_id;
  const opened = useQuery({ ...openedCartQuery(named ?? ""), enabled: isHydrated && named !== undefined });
  // Pinned while it is being paid for: its clock may run out meanwhile.
  const remembered = standing.paying ?? currentCart(saved);
  const id = named === undefined ? remembered : opened.data?.own ? named : null;
  const mine = useQuery({ ...cartQuery(id ?? ""), enabled: isHydrated && id !== null });

  // One's own cart that was opened by its address is the current one from here on.
  const adopted = opened.data?.own ? opened.data.reply.cart._data[0] : undefined;
  const adopt = useEffectEvent((cart: Cart): void => {
    if (cart.state === "pending" && saved.cart_id !== cart.id && standing.paying === null)
      change({ cart_id: cart.id, local_expiry: localExpiry(cart.expires_in, Date.now()) });
  });
  useEffect(() => {
    if (adopted) adopt(adopted);
  }, [adopted]);

  if (!isHydrated) return { kind: "loading" };
  if (orderId !== undefined && cartId === undefined && !found)
    return order.error ? { kind: "order_not_found" } : { kind: "loading" };
  if (named !== undefined && !opened.data) return opened.error ? ofError(opened.error) : { kind: "loading" };
  const ordered = found && opened.data?.reply.cart._data[0];
  if (found && ordered?.state === "completed") return { kind: "ordered", cart: ordered, order: found };
  if (opened.data && !opened.data.own) return ofCart(opened.data.reply.cart._data[0], false);
  if (id === null) {
    if (standing.timed_out !== null) return { kind: "timed_out" };
    return standing.booked === null
      ? { kind: "none" }
      : { kind: "booked", id: standing.booked, order_id: standing.booked };
  }
  if (!mine.data) return mine.error ? ofError(mine.error) : { kind: "loading" };
  const shown = ofCart(mine.data.cart._data[0], true);
  if (shown.kind === "booked") return standing.paying === id ? { kind: "loading" } : shown;
  return standing.timed_out === id && standing.paying !== id ? { kind: "timed_out" } : shown;
};
