import { queryOptions } from "@tanstack/react-query";
import {
  cancelOrderTickets,
  getOrderActions,
  quoteOrderCancellation,
  type CancellationQuote,
} from "@foyer/contract/shop/orderChanges.ts";
import { getOrder } from "@foyer/contract/shop/orders.ts";
import { call } from "../../api/call.ts";

/** How an order is opened: by its link's token, or by the visitor's own session. */
export type OrderAccess = { readonly ticket_order_id: string; readonly token: string | undefined };

const tokenField = ({ token }: OrderAccess) => (token === undefined ? {} : { token });
export const managedOrderKey = ({ ticket_order_id, token }: OrderAccess) =>
  ["order", ticket_order_id, token ?? null, "managed"] as const;

/** The order with its places. */
export const managedOrderQuery = (access: OrderAccess) =>
  queryOptions({
    queryKey: [...managedOrderKey(access), "order"],
    queryFn: ({ signal }) =>
      call(
        getOrder,
        {
          ticket_order_id: access.ticket_order_id,
          ...tokenField(access),
          _embed: "event_template,event_template.venue",
        },
        { signal, fresh: true },
      ),
  });

/** What can be done with its tickets, and its history. */
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
  /** Where the buyer may choose. */
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
  /** What the buyer was shown: another amount is refused. */
  readonly quote: Pick<CancellationQuote, "refund" | "gift_card">;
  readonly key: string;
};

/** With the same key the tickets are cancelled once, however often it is sent. */
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
