import type { SeenStart } from "@foyer/contract/shop/checkout.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { isHeld } from "../batch/heldTickets.ts";
import type { LockedCheckout } from "../batch/lockedCheckout.ts";
import { formatDateTime } from "../emails/formatDateTime.ts";

const isSameMoment = (one: string, other: string): boolean =>
  Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other)) === 0;

/**
 * Refuses a payment if the payer was shown another start of a session than its current one. A session is not moved while
 * somebody pays, so this is checked before the first payment only.
 */
export const refuseMovedSessions = (
  { seller }: Pick<RequestContext, "seller">,
  { tickets }: Pick<LockedCheckout, "tickets">,
  seen: readonly SeenStart[] = [],
): void => {
  const starts = new Map(seen.map(({ event_session_id, start_datetime }) => [event_session_id, start_datetime]));
  for (const ticket of tickets) {
    const { event_session_id, start_datetime, end_datetime, event_name, ticket_date_time } = ticket;
    // Events with a text in place of their times do not show times.
    if (!isHeld(ticket) || event_session_id === null || start_datetime === null || ticket_date_time !== null) continue;
    const shown = starts.get(event_session_id);
    if (shown === undefined || isSameMoment(shown, start_datetime)) continue;
    const all_day = end_datetime !== null && isAllDay({ start_datetime, end_datetime }, ticket);
    const time = formatDateTime({ ...ticket, all_day }, seller.locale);
    throw new Refused({
      code: "event_session_moved",
      context: "payment",
      extra: { event_session_id, start_datetime, event: event_name, time },
    });
  }
};
