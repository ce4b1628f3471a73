import type { EventTemplate } from "@foyer/contract/catalog.ts";
import { myAllowance } from "@foyer/contract/membership.ts";
import type { MemberLimits } from "@foyer/rules/choosing.ts";
import { memberLimits } from "@foyer/rules/memberChoice.ts";
import { call } from "../../api/call.ts";

export type LimitsAsked = {
  readonly event: Pick<EventTemplate, "id" | "hidden_type">;
  readonly event_session_id: string | undefined;
  readonly signal: AbortSignal;
};

/** What a member may still choose of an event: in a session, or of what is for none. */
export const askMemberLimits = async ({ event, event_session_id, signal }: LimitsAsked): Promise<MemberLimits> => {
  const sent = { event_template_id: event.id, ...(event_session_id !== undefined && { event_session_id }) };
  const { allowance } = await call(myAllowance, sent, { signal });
  // Whose membership begins later may come later: as long as no day is chosen nothing is known to be too much.
  if (event_session_id === undefined && allowance._data.length === 0) return () => undefined;
  return memberLimits(event, allowance._data);
};
