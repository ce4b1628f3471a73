import { queryOptions } from "@tanstack/react-query";
import { listOrders } from "@foyer/contract/shop/orders/orders.ts";
import { call } from "../../api/call.ts";

export const ordersQuery = (ids: string, token: string | undefined) =>
  queryOptions({
    queryKey: ["orders", ids],
    queryFn: ({ signal }) =>
      call(listOrders, { "id._in": ids, ...(token === undefined ? {} : { token }) }, { signal, fresh: true }),
  });

/** Includes the order's token, because the image is fetched without cookies. */
export const orderQrCodeUrl = (
  seller: string,
  { id, token }: { readonly id: string; readonly token: string },
): string =>
  `/cached_api/ticket_order/${encodeURIComponent(id)}/qrcode?${new URLSearchParams({ margin: "4", token, _seller: seller })}`;

/** The URL of an order's file, which includes the token too. */
export const orderFileUrl = (
  seller: string,
  { id, token }: { readonly id: string; readonly token: string },
  file: "tickets.pdf" | "calendar.ics" | "invoice.pdf",
): string => `/api/ticket_order/${encodeURIComponent(id)}/${file}?${new URLSearchParams({ token, _seller: seller })}`;

type TokenOfTicket = { readonly id: string; readonly token: string };
const ticketSearch = (seller: string, { token }: TokenOfTicket) => new URLSearchParams({ token, _seller: seller });

/** The token of the ticket only opens this ticket. */
export const ticketQrCodeUrl = (seller: string, ticket: TokenOfTicket): string =>
  `/cached_api/ticket/${encodeURIComponent(ticket.id)}/qrcode?${ticketSearch(seller, ticket)}`;
export const ticketPdfUrl = (seller: string, ticket: TokenOfTicket): string =>
  `/api/ticket/${encodeURIComponent(ticket.id)}/ticket.pdf?${ticketSearch(seller, ticket)}`;
