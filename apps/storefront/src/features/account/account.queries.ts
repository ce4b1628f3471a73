import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { emailOrder, myOrderSessions, resendMyOrders } from "@foyer/contract/shop/account.ts";
import { changeUser } from "@foyer/contract/shop/login.ts";
import { walletPrecheck } from "@foyer/contract/shop/wallet.ts";
import type { AccountHistory } from "@foyer/rules/account/orderHistory.ts";
import { call } from "../../api/call.ts";
import { memberKey, savedMethodsQuery, type MemberData } from "../login/session/member.queries.ts";
import type { ChangedDetails } from "./changedDetails.ts";

/** The data of all order and ticket lists. It is cached under the member's key, so that a logout removes it. */
export const accountRowsQuery = queryOptions({
  queryKey: [...memberKey, "order_session"],
  queryFn: async ({ signal }): Promise<AccountHistory> => {
    const sent = { _embed: "ticket", "ticket.state._in": "booked,redeemed" };
    const { search_result, ticket } = await call(myOrderSessions, sent, { signal, fresh: true });
    return { sessions: search_result._data, tickets: ticket._data };
  },
});
export const useAccountRows = () => useQuery(accountRowsQuery);

export const useSavedMethods = () => useQuery(savedMethodsQuery).data ?? [];

/** The wallet passes available for a ticket. A failure only hides the links. */
const walletQuery = (ticket_id: string) =>
  queryOptions({
    queryKey: [...memberKey, "wallet", ticket_id],
    queryFn: ({ signal }) => call(walletPrecheck, { ticket_id }, { signal, fresh: true }),
    retry: false,
    staleTime: Infinity,
  });
export const useWallets = (ticket_id: string) => useQuery(walletQuery(ticket_id)).data;

export const walletPassUrl = (seller: string, ticket_id: string, pass: "pkpass" | "gwpass"): string =>
  `/api/ticket/${encodeURIComponent(ticket_id)}/${pass}?${new URLSearchParams({ _seller: seller })}`;

export const emailMemberships = () => call(resendMyOrders, { memberships_only: true });
/** Sends one e-mail for each order, one after the other. */
export const emailOrders = async (ids: readonly string[]): Promise<void> => {
  for (const ticket_order_id of ids) await call(emailOrder, { ticket_order_id });
};

export const useChangeDetails = (user_id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (identity: ChangedDetails) => call(changeUser, { user_id, identity }),
    onSuccess: ({ user }) =>
      client.setQueryData<MemberData>(memberKey, (member) => member && { ...member, user: user._data[0] }),
  });
};
