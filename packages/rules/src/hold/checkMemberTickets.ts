import { allocateAllowances, type AllowanceRejection } from "../membership/allocateAllowances.ts";
import { localDayOf, todayAt } from "../dates/localTime.ts";
import { reject } from "./checkCapacity.ts";
import { isVisit } from "../catalog/handlers.ts";
import { isForMembers, hasTermEnded, benefitName } from "../membership/memberTerms.ts";
import type { Buyer, NewTicket, CatalogSnapshot, Rejected, TicketGroupSnapshot } from "./catalogSnapshot.ts";

/** Refuses non-members without revealing anything else about tickets for members. */
export const rejectNonMember = (
  group: TicketGroupSnapshot,
  ticket_type_id: string,
  { role, member }: Pick<Buyer, "role" | "member">,
): Rejected | undefined =>
  isForMembers(group, group.event) && member.terms.length === 0
    ? rejectTicket("no_membership", ticket_type_id, { role })
    : undefined;

/**
 * Assigns allowances to tickets for members. Rejects non-members, and tickets beyond what the memberships allow on the day
 * of the visit.
 */
export const checkMemberTickets = (
  tickets: readonly NewTicket[],
  { role, member }: Pick<Buyer, "role" | "member">,
  catalog: Pick<CatalogSnapshot, "now" | "groups" | "types">,
): Rejected | { readonly tickets: readonly NewTicket[] } => {
  const forMembers = tickets.flatMap((ticket) => {
    const group = catalog.groups.get(ticket.ticket_group_id);
    const type = catalog.types.get(ticket.ticket_type_id);
    return group && type && isForMembers(group, group.event) ? [{ ticket, type }] : [];
  });
  const [first] = forMembers;
  if (!first) return { tickets };

  const today = todayAt(catalog.now, first.ticket.timezone);
  if (member.terms.every((term) => hasTermEnded(term, today)))
    return rejectTicket("no_membership", first.ticket.ticket_type_id, { role });
  const counted = forMembers.filter(({ ticket }) => isVisit(ticket));
  const uses = allocateAllowances(
    counted.map(({ ticket: { event_template_id, start_datetime, timezone }, type }) => ({
      name: benefitName(type),
      event_template_id,
      local_day: start_datetime === null ? null : localDayOf(start_datetime, timezone),
    })),
    { ...member, today },
  );
  const allowed = new Map<NewTicket, NewTicket>();
  for (const [index, one] of counted.entries()) {
    const use = uses[index] ?? "used_up";
    if (typeof use === "string") return rejectTicket(use, one.ticket.ticket_type_id, { role, name: one.type.name });
    allowed.set(one.ticket, { ...one.ticket, allowance_use: use });
  }
  return { tickets: tickets.map((ticket) => allowed.get(ticket) ?? ticket) };
};

const rejectTicket = (
  why: AllowanceRejection,
  ticket_type_id: string,
  { role, name = "" }: { readonly role: Buyer["role"]; readonly name?: string },
): Rejected => {
  switch (why) {
    case "no_membership":
      return reject("member_required", { ticket_type_id }, role === "member" ? joinDescription : undefined);
    case "not_on_that_day":
      return reject("member_required", { ticket_type_id }, renewDescription);
    case "not_named":
      return reject("ticket_type_not_available", { ticket_type_id });
    case "used_up":
      return reject("member_limit_exceeded", { ticket_type_id, name });
  }
};

/** For logged-in members. */
const joinDescription = "These tickets are for members. Join or renew your membership to have them.";
const renewDescription = "Your membership is not valid on the date of these tickets. Renew it to come as a member.";
