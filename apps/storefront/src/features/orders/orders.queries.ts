import { queryOptions } from "@tanstack/react-query";
import { listOrders } from "@foyer/contract/shop/orders.ts";
import { call } from "../../api/call.ts";

export const ordersQuery = (ids: string, token: string | undefined) =>
  queryOptions({
    queryKey: ["orders", ids],
    queryFn: ({ signal }) =>
      call(listOrders, { "id._in": ids, ...(token === undefined ? {} : { token }) }, { signal, fresh: true }),
  });

/** Opens without cookies, so the order's token goes along. */
export const orderQrCodeUrl = (
  seller: string,
  { id, token }: { readonly id: string; readonly token: string },
): string =>
  `/cached_api/ticket_order/${encodeURIComponent(id)}/qrcode?${new URLSearchParams({ margin: "4", token, _seller: seller })}`;

/** A file of the order; like the code it opens with the order's token alone. */
export const orderFileUrl = (
  seller: string,
  { id, token }: { readonly id: string; readonly token: string },
  file: "tickets.pdf" | "calendar.ics",
): string => `/api/ticket_order/${encodeURIComponent(id)}/${file}?${new URLSearchParams({ token, _seller: seller })}`;
