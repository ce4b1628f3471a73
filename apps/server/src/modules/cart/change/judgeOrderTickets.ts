import type { ChangeObstacle } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import {
  changePolicyOf,
  policyAfterCancellation,
  policyAtDesk,
  policyForVenue,
  policyKeepingAll,
  type ChangePolicy,
} from "@foyer/rules/aftersale/changePolicy.ts";
import {
  judgeTicket,
  type BuyerActor,
  type ChangeActor,
  type ChangeJudgement,
} from "@foyer/rules/aftersale/judgeTicket.ts";
import { isMonetary } from "@foyer/rules/catalog/handlers.ts";
import { groupAttendeeFields, type AttendeeFields } from "@foyer/rules/forms/attendees.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { ChangedOrderRow } from "./changedOrder.sql.ts";
import type { OrderTicket } from "./orderTickets.sql.ts";

/** Who wants to change the order, and when. */
export type JudgedFor = {
  readonly actor: ChangeActor;
  readonly now: Temporal.Instant;
  /** The venue waives its fee. */
  readonly waivesFee?: boolean;
  /** The venue refunds nothing. */
  readonly keepsAll?: boolean;
  /** The venue also gives up used tickets. */
  readonly includesUsed?: boolean;
  /** The request comes from staff who serve the buyer. */
  readonly atDesk?: boolean;
};

/** A ticket of an order, with what can be done with it now. */
export type JudgedTicket = OrderTicket & {
  /** Minor units: the price after discounts, with its outside fees. */
  readonly value: number;
  readonly policy: ChangePolicy;
  readonly judgement: ChangeJudgement;
};

/** A member at an order of their own account, a visitor with the order's link, or its guest buyer. */
export const actorOf = (
  { visitor }: Pick<RequestContext, "visitor">,
  order: Pick<ChangedOrderRow, "owner_identity_id">,
): BuyerActor => (visitor?.role === "member" && visitor.identity_id === order.owner_identity_id ? "member" : "guest");

/** Judges the tickets of an order by the policies stored with it. */
export const judgeOrderTickets = (
  { configuration }: Seller,
  order: Pick<ChangedOrderRow, "change_policies">,
  tickets: readonly OrderTicket[],
  by: JudgedFor,
): JudgedTicket[] =>
  tickets.map((ticket) => {
    const kept =
      order.change_policies?.[ticket.event_template_id] ??
      changePolicyOf(order.change_policies === null ? configuration.self_edit : undefined, {
        category: ticket.event_category,
        self_edit: ticket.event_self_edit ?? undefined,
      });
    const { start_datetime, session_cancelled: cancelled, choice_until, timezone: zone } = ticket;
    const facts = { waivesFee: by.waivesFee ?? false, isMonetary: isMonetary(ticket) };
    const ofBuyer = by.atDesk ? policyAtDesk(kept) : kept;
    const ofActor = by.actor === "venue" ? policyForVenue(kept, facts) : ofBuyer;
    const isChoice = by.actor !== "venue" && choice_until !== null;
    const decided = cancelled || isChoice ? policyAfterCancellation(ofActor) : ofActor;
    const fair = by.keepsAll ? policyKeepingAll(decided) : decided;
    // A refund as a gift card is worth nothing at a seller that accepts none.
    const policy = configuration.ledger_id ? fair : { ...fair, refund_to: "same_means" as const };
    const session =
      start_datetime === null
        ? null
        : { start_datetime, cancelled, is_sold_out: ticket.session_sold_out, choice_until };
    return {
      ...ticket,
      value: ticket.adjusted_value + ticket.fee_fixed + ticket.fee_percent,
      policy,
      judgement: withoutNames(ticket, judgeTicket({ ...ticket, session, zone }, policy, by)),
    };
  });

/** The attendee fields of a ticket. */
export const fieldsOf = ({ handler, group_meta: meta, event_meta }: OrderTicket): AttendeeFields =>
  groupAttendeeFields({ handler, meta }, event_meta);

/** A ticket that names nobody has no name to correct. */
const withoutNames = (ticket: OrderTicket, judgement: ChangeJudgement): ChangeJudgement => {
  const { names, emails } = fieldsOf(ticket);
  if (names !== "hidden" || emails !== "hidden") return judgement;
  const actions = judgement.actions.filter((action) => action !== "names");
  if (actions.length > 0 || judgement.actions.length === 0) return { ...judgement, actions };
  return { ...judgement, actions, until: null, obstacle: "not_changeable" };
};

/**
 * Whether the obstacle means that the ticket is no longer valid. With any other obstacle, the venue may still be able to
 * help.
 */
export const isOver = (obstacle: ChangeObstacle | null): boolean =>
  obstacle === "cancelled" || obstacle === "redeemed" || obstacle === "past";

/** Whether the order still has the ticket. */
export const isActiveTicket = ({ state }: Pick<OrderTicket, "state">): boolean =>
  state === "booked" || state === "redeemed";
