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

/** How many tickets a member may still choose: in a session, or without one. */
export const fetchMemberLimits = async ({
  event,
  event_session_id,
  signal,
}: MemberLimitsRequest): Promise<MemberLimits> => {
  const sent = { event_template_id: event.id, ...(event_session_id !== undefined && { event_session_id }) };
  const { allowance } = await call(myAllowance, sent, { signal });
  // A membership can start later, so without a day no limit is known.
  if (event_session_id === undefined && allowance._data.length === 0) return () => undefined;
  return memberLimits(event, allowance._data);
};
