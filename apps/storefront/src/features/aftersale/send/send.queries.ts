import { queryOptions } from "@tanstack/react-query";
import { getTicketSending, sendTickets, takeBackTickets } from "@foyer/contract/shop/aftersale/ticketSending.ts";
import { call } from "../../../api/call.ts";
import type { OrderAccess } from "../aftersale.queries.ts";

export type Sending = {
  readonly ticket_ids: readonly string[];
  readonly email: string;
  readonly sender_name: string;
  readonly message: string;
  /** With the same key the tickets are sent only once, however often this is called. */
  readonly key: string;
};

const tokenQuery = ({ token }: OrderAccess) => ({ query: token === undefined ? {} : { token } });
const ticketList = (ids: readonly string[]) => ids.map((ticket_id) => ({ ticket_id }));

export const requestSending = (access: OrderAccess, { ticket_ids, key, ...recipient }: Sending) =>
  call(
    sendTickets,
    { ticket_order_id: access.ticket_order_id, tickets: ticketList(ticket_ids), ...recipient },
    { ...tokenQuery(access), key },
  );

export const requestReturn = (
  access: OrderAccess,
  { ticket_id, key }: { readonly ticket_id: string; readonly key: string },
) =>
  call(
    takeBackTickets,
    { ticket_order_id: access.ticket_order_id, tickets: ticketList([ticket_id]) },
    { ...tokenQuery(access), key },
  );

export type SendingAccess = { readonly sending_id: string; readonly token: string | undefined };

export const sendingQuery = ({ sending_id, token }: SendingAccess) =>
  queryOptions({
    queryKey: ["ticket-sending", sending_id, token ?? null],
    queryFn: ({ signal }) =>
      call(getTicketSending, { sending_id, ...(token === undefined ? {} : { token }) }, { signal, fresh: true }),
  });

export const sendingFileUrl = (
  seller: string,
  { sending_id, token }: { readonly sending_id: string; readonly token: string },
  file: "tickets.pdf" | "calendar.ics",
): string =>
  `/api/ticket_sending/${encodeURIComponent(sending_id)}/${file}?${new URLSearchParams({ token, _seller: seller })}`;
