import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { emailOrder, myOrderSessions, mySavedPaymentMethods, resendMine } from "@foyer/contract/account.ts";
import type { Sent } from "@foyer/contract/endpoint.ts";
import { changeUser } from "@foyer/contract/login.ts";
import { walletPrecheck } from "@foyer/contract/wallet.ts";
import type { AccountRows } from "@foyer/rules/accountLists.ts";
import { call } from "../../api/call.ts";
import { memberKey, type LoggedIn } from "../login/member.queries.ts";

/** All that the lists of orders and tickets are made of. Under the member's key: it goes with whoever logs out. */
const rowsQuery = queryOptions({
  queryKey: [...memberKey, "order_session"],
  queryFn: async ({ signal }): Promise<AccountRows> => {
    const sent = { _embed: "ticket", "ticket.state._in": "booked,redeemed" };
    const { search_result, ticket } = await call(myOrderSessions, sent, { signal, fresh: true });
    return { sessions: search_result._data, tickets: ticket._data };
  },
});
export const useAccountRows = () => useQuery(rowsQuery);

const savedMethodsQuery = queryOptions({
  queryKey: [...memberKey, "saved_payment_method"],
  queryFn: async ({ signal }) =>
    (await call(mySavedPaymentMethods, {}, { signal, fresh: true })).saved_payment_method._data,
});
export const useSavedMethods = () => useQuery(savedMethodsQuery).data ?? [];

/** Which passes can be had of a ticket. Where there are none to be had it is no matter to anybody. */
const walletQuery = (ticket_id: string) =>
  queryOptions({
    queryKey: [...memberKey, "wallet", ticket_id],
    queryFn: ({ signal }) => call(walletPrecheck, { ticket_id }, { signal, fresh: true }),
    retry: false,
    staleTime: Infinity,
  });
export const useWallets = (ticket_id: string) => useQuery(walletQuery(ticket_id)).data;

export const passUrl = (seller: string, ticket_id: string, pass: "pkpass" | "gwpass"): string =>
  `/api/ticket/${encodeURIComponent(ticket_id)}/${pass}?${new URLSearchParams({ _seller: seller })}`;

export const resendMembership = () => call(resendMine, { memberships_only: true });
/** One after the other: each order has its own letter. */
export const resendOrders = async (ids: readonly string[]): Promise<void> => {
  for (const ticket_order_id of ids) await call(emailOrder, { ticket_order_id });
};

type Details = Sent<typeof changeUser>["identity"];

export const useChangeDetails = (user_id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (identity: Details) => call(changeUser, { user_id, identity }),
    onSuccess: ({ user }) =>
      client.setQueryData<LoggedIn>(memberKey, (known) => known && { ...known, user: user._data[0] }),
  });
};
