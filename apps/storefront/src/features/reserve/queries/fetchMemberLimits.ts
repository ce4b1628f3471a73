import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import { myAllowance } from "@foyer/contract/shop/membership.ts";
import type { MemberLimits } from "@foyer/rules/reserve/ticketChoices.ts";
import { memberLimits } from "@foyer/rules/membership/memberLimits.ts";
import { call } from "../../../api/call.ts";

export type MemberLimitsRequest = {
  readonly event: Pick<EventTemplate, "id" | "hidden_type">;
  readonly event_session_id: string | undefined;
  readonly signal: AbortSignal;
};

/** What a member may still choose of an event: in a session, or of what is for none. */
export const fetchMemberLimits = async ({
  event,
  event_session_id,
  signal,
}: MemberLimitsRequest): Promise<MemberLimits> => {
  const sent = { event_template_id: event.id, ...(event_session_id !== undefined && { event_session_id }) };
  const { allowance } = await call(myAllowance, sent, { signal });
  // Whose membership begins later may come later: as long as no day is chosen nothing is known to be too much.
  if (event_session_id === undefined && allowance._data.length === 0) return () => undefined;
  return memberLimits(event, allowance._data);
};
