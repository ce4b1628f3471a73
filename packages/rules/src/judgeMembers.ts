import { allot, type NotAllowed } from "./allowance.ts";
import { dayOf, todayAt } from "./days.ts";
import { no } from "./holdRoom.ts";
import { isForMembers, isOver, isVisit, memberName } from "./memberTerms.ts";
import type { Buyer, HoldNo, NewTicket, Shelf, ShelfGroup } from "./shelf.ts";

type Refusal = { readonly no: HoldNo };

/** Whoever is no member is told no more of what is for members than that it is. */
export const refuseOutsider = (
  group: ShelfGroup,
  ticket_type_id: string,
  { role, member }: Pick<Buyer, "role" | "member">,
): Refusal | undefined =>
  isForMembers(group, group.event) && member.terms.length === 0
    ? refuse("no_membership", ticket_type_id, { role })
    : undefined;

/**
 * Tickets for members, each with the allowance that it uses up. Nobody else has them, and nobody more of them than their
 * memberships allow on the day of the visit.
 */
export const judgeMembers = (
  tickets: readonly NewTicket[],
  { role, member }: Pick<Buyer, "role" | "member">,
  shelf: Pick<Shelf, "now" | "groups" | "types">,
): Refusal | { readonly tickets: readonly NewTicket[] } => {
  const forMembers = tickets.flatMap((ticket) => {
    const group = shelf.groups.get(ticket.ticket_group_id);
    const type = shelf.types.get(ticket.ticket_type_id);
    return group && type && isForMembers(group, group.event) ? [{ ticket, type }] : [];
  });
  const [first] = forMembers;
  if (!first) return { tickets };

  const today = todayAt(shelf.now, first.ticket.timezone);
  if (member.terms.every((term) => isOver(term, today)))
    return refuse("no_membership", first.ticket.ticket_type_id, { role });
  const counted = forMembers.filter(({ ticket }) => isVisit(ticket.handler));
  const uses = allot(
    counted.map(({ ticket: { event_template_id, start_datetime, timezone }, type }) => ({
      name: memberName(type),
      event_template_id,
      local_day: start_datetime === null ? null : dayOf(start_datetime, timezone),
    })),
    { ...member, today },
  );
  const allowed = new Map<NewTicket, NewTicket>();
  for (const [place, one] of counted.entries()) {
    const use = uses[place] ?? "used_up";
    if (typeof use === "string") return refuse(use, one.ticket.ticket_type_id, { role, name: one.type.name });
    allowed.set(one.ticket, { ...one.ticket, member_use: use });
  }
  return { tickets: tickets.map((ticket) => allowed.get(ticket) ?? ticket) };
};

const refuse = (
  why: NotAllowed,
  ticket_type_id: string,
  { role, name = "" }: { readonly role: Buyer["role"]; readonly name?: string },
): Refusal => {
  switch (why) {
    case "no_membership":
      return no("member_required", { ticket_type_id }, role === "member" ? toJoin : undefined);
    case "not_on_that_day":
      return no("member_required", { ticket_type_id }, toRenew);
    case "not_named":
      return no("ticket_type_not_available", { ticket_type_id });
    case "used_up":
      return no("member_limit_exceeded", { ticket_type_id, name });
  }
};

/** To whoever is logged in already. */
const toJoin = "These tickets are for members. Join or renew your membership to have them.";
const toRenew = "Your membership is not valid on the date of these tickets. Renew it to come as a member.";
