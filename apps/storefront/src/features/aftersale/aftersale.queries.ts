import { queryOptions } from "@tanstack/react-query";
import { deleteCart, extendCart, modifyCart, modifyLinkedCart, type CartReply } from "@foyer/contract/shop/cart.ts";
import type { AddedTicket, PreReserveCodes } from "@foyer/contract/shop/cartChange.ts";
import type { RefundPreference } from "@foyer/rules/aftersale/quoteChange.ts";
import {
  acceptOfferedChange,
  cancelOrderTickets,
  changeTicketNames,
  getOrderActions,
  quoteOrderCancellation,
  type CancellationQuote,
} from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { Sent } from "@foyer/contract/endpoint.ts";
import { getOrder } from "@foyer/contract/shop/orders/orders.ts";
import { call, Refused } from "../../api/call.ts";

/** How an order is opened: by its link's token, or by the visitor's own session. */
export type OrderAccess = { readonly ticket_order_id: string; readonly token: string | undefined };

const tokenField = ({ token }: OrderAccess) => (token === undefined ? {} : { token });
export const managedOrderKey = ({ ticket_order_id, token }: OrderAccess) =>
  ["order", ticket_order_id, token ?? null, "managed"] as const;

/** The order with its tickets, their groups and venues. */
export const managedOrderQuery = (access: OrderAccess) =>
  queryOptions({
    queryKey: [...managedOrderKey(access), "order"],
    queryFn: ({ signal }) =>
      call(
        getOrder,
        {
          ticket_order_id: access.ticket_order_id,
          ...tokenField(access),
          _embed: "ticket,ticket_group,event_template,event_template.venue",
        },
        { signal, fresh: true },
      ),
  });

/** The possible actions for the order's tickets, and the order's history. */
export const orderActionsQuery = (access: OrderAccess) =>
  queryOptions({
    queryKey: [...managedOrderKey(access), "actions"],
    queryFn: ({ signal }) =>
      call(
        getOrderActions,
        { ticket_order_id: access.ticket_order_id, ...tokenField(access) },
        { signal, fresh: true },
      ),
  });

export type Cancellation = {
  readonly ticket_ids: readonly string[];
  /** The buyer's choice; undefined if there is none to make. */
  readonly refund_to: "same_means" | "gift_card" | undefined;
};

const cancellationBody = ({ ticket_ids, refund_to }: Cancellation) => ({
  tickets: ticket_ids.map((ticket_id) => ({ ticket_id })),
  ...(refund_to === undefined ? {} : { refund_to }),
});

export const requestQuote = (access: OrderAccess, cancellation: Cancellation) =>
  call(
    quoteOrderCancellation,
    { ticket_order_id: access.ticket_order_id, ...cancellationBody(cancellation) },
    { query: tokenField(access) },
  );

export type ConfirmedCancellation = {
  readonly asked: Cancellation;
  /** The amounts that the buyer was shown: if they have changed, the request is refused. */
  readonly quote: Pick<CancellationQuote, "refund" | "gift_card">;
  readonly key: string;
};

/** With the same key the tickets are cancelled only once, however often this is sent. */
export const sendCancellation = (access: OrderAccess, { asked, quote, key }: ConfirmedCancellation) =>
  call(
    cancelOrderTickets,
    {
      ticket_order_id: access.ticket_order_id,
      ...cancellationBody(asked),
      gateway_data: {},
      expected: { refund: quote.refund, gift_card: quote.gift_card },
    },
    { query: tokenField(access), key },
  );

export type OrderChange = {
  /** Tickets that the change gives up. */
  readonly remove: readonly string[];
  readonly add: readonly AddedTicket[];
  readonly refund_to?: RefundPreference;
  /** City-pass vouchers for new tickets that cannot reuse one of a ticket that is given up. */
  readonly preReservePromoCodes?: PreReserveCodes;
};

/**
 * Opens a change of the order with this booked cart, and replaces a change that is already open. The reply contains the
 * change's own cart. With the same key it is opened only once, however often this is sent.
 */
export const openOrderChange = (
  access: OrderAccess,
  cart_id: string,
  { remove, add, refund_to, preReservePromoCodes }: OrderChange,
  key: string,
): Promise<CartReply> => {
  const sent = {
    cart_id,
    remove: [...remove],
    add: [...add],
    ...(refund_to !== undefined && { refund_to }),
    ...(preReservePromoCodes && { preReservePromoCodes }),
  };
  return call(modifyLinkedCart, sent, { key, query: tokenField(access) });
};

/** Accepts the change that the venue has prepared, so that it becomes the visitor's own. */
export const acceptChange = ({ ticket_order_id, ...access }: OrderAccess) =>
  call(acceptOfferedChange, { ticket_order_id }, { query: tokenField({ ticket_order_id, ...access }) });

/** Sets how the money of an open change is refunded. */
export const chooseRefund = (cart_id: string, refund_to: RefundPreference): Promise<CartReply> =>
  call(modifyCart, { cart_id, refund_to });

/** Deletes an open change. One that no longer exists counts as deleted. */
export const discardOrderChange = async (cart_id: string): Promise<void> => {
  await call(deleteCart, { cart_id }).catch((error: unknown) => {
    if (!(error instanceof Refused) || (error.code !== "not_found" && error.code !== "cart_expired")) throw error;
  });
};

/** Extends an open change by two minutes. */
export const extendOrderChange = (cart_id: string, expires_at: string) => call(extendCart, { cart_id, expires_at });

export type CorrectedNames = Sent<typeof changeTicketNames>["tickets"];

/** With the same key the names are changed only once, however often this is sent. */
export const sendNames = (access: OrderAccess, tickets: CorrectedNames, key: string) =>
  call(changeTicketNames, { ticket_order_id: access.ticket_order_id, tickets }, { query: tokenField(access), key });
