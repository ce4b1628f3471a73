import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import type { Sent } from "@foyer/contract/endpoint.ts";
import { changeMembership, listMembershipRules } from "@foyer/contract/shop/membership.ts";
import { call } from "../../api/call.ts";
import { memberKey, type MemberData } from "../login/session/member.queries.ts";

/** The rules about the members of the levels with these ticket types. */
export const membershipRulesQuery = (type_ids: readonly string[]) =>
  queryOptions({
    queryKey: ["membership-rules", ...type_ids] as const,
    queryFn: ({ signal }) =>
      call(listMembershipRules, { "ticket_type.id._in": type_ids.slice(0, 100).join(","), _limit: "1000" }, { signal }),
    staleTime: 60_000,
    enabled: type_ids.length > 0,
  });

export const ticketTypeIds = (event: EventReply): readonly string[] =>
  (event.ticket_type?._data ?? []).map(({ id }) => id);

/** The image of a membership's QR code. */
export const memberQrCodeUrl = (seller: string, membership_id: string): string =>
  `/api/membership/${encodeURIComponent(membership_id)}/qrcode?${new URLSearchParams({ margin: "4", _seller: seller })}`;

/** Changes a member of a membership and stores the reply. */
export const useChangeMembership = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sent: Sent<typeof changeMembership>) => call(changeMembership, sent),
    onSuccess: ({ membership }) =>
      client.setQueryData(
        memberKey,
        (member: MemberData | undefined) => member && { ...member, memberships: membership._data },
      ),
  });
};
