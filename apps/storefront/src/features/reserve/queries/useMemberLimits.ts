import { useQuery } from "@tanstack/react-query";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { EventTemplate, TicketGroup } from "@foyer/contract/shop/catalog.ts";
import type { MemberLimits } from "@foyer/rules/reserve/ticketChoices.ts";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";
import { useLoginStrength } from "../../login/session/loginStrength.ts";
import { eventKey } from "./eventKeys.ts";

export type MemberLimitsOptions = {
  readonly event: EventTemplate | undefined;
  readonly groups: readonly Pick<TicketGroup, "hidden_type">[];
  readonly event_session_id: string | undefined;
  readonly cart: Cart | undefined;
};

/** The limits of a member; for other visitors nothing is fetched. */
export const useMemberLimits = ({
  event,
  groups,
  event_session_id,
  cart,
}: MemberLimitsOptions): MemberLimits | undefined => {
  const strength = useLoginStrength();
  const isMembersOnly = (one: Pick<TicketGroup, "hidden_type"> | undefined) =>
    one?.hidden_type === "public_member_only";
  const isWanted = strength !== "none" && event !== undefined && (isMembersOnly(event) || groups.some(isMembersOnly));
  // Tickets in the cart count towards the limits.
  const held = cart?.lines.map(({ types }) => types.map(({ ticket_type_id, count }) => [ticket_type_id, count]));
  const { data } = useQuery({
    queryKey: [...eventKey(event?.id ?? ""), "allowance", event_session_id ?? null, held ?? null],
    queryFn: async ({ signal }): Promise<MemberLimits | null> => {
      if (!event) return null;
      const { fetchMemberLimits } = await loadChunk(() => import("./fetchMemberLimits.ts"));
      return fetchMemberLimits({ event, event_session_id, signal });
    },
    enabled: isWanted,
  });
  return (isWanted && data) || undefined;
};
