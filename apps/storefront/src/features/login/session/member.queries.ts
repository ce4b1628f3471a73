import { queryOptions } from "@tanstack/react-query";
import { getUser, type User } from "@foyer/contract/shop/login.ts";
import { myMembership, type Membership } from "@foyer/contract/shop/membership.ts";
import { mySavedPaymentMethods } from "@foyer/contract/shop/account.ts";
import { call } from "../../../api/call.ts";

export type MemberData = { readonly user: User | undefined; readonly memberships: readonly Membership[] };

export const memberKey = ["member"] as const;

/** The logged-in visitor and their memberships. */
export const memberQuery = queryOptions({
  queryKey: memberKey,
  queryFn: async ({ signal }): Promise<MemberData> => {
    const [user, membership] = await Promise.all([
      call(getUser, {}, { signal, fresh: true }),
      call(myMembership, {}, { signal, fresh: true }),
    ]);
    return { user: user.user._data[0], memberships: membership.membership._data };
  },
  staleTime: 60_000,
  refetchOnWindowFocus: "always",
});

/** The cards saved in the account, newest first. Cached under the member's key, so that a logout removes them. */
export const savedMethodsQuery = queryOptions({
  queryKey: [...memberKey, "saved_payment_method"],
  queryFn: async ({ signal }) =>
    (await call(mySavedPaymentMethods, {}, { signal, fresh: true })).saved_payment_method._data,
});
