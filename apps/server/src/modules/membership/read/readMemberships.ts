import type { Membership, MembershipReply } from "@foyer/contract/shop/membership.ts";
import {
  isExpired,
  isRenewable,
  isValid,
  lastValidDay,
  renewableFrom,
  defaultRenewalPeriod,
} from "@foyer/rules/membership/term.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { canLogInByNumber } from "../../identity/loginFeatures.ts";
import { selectMemberships, selectOrderMemberships, type MembershipRow } from "./memberships.sql.ts";

/** The visitor's memberships; in a full session, also those of others on them. Guests have none. */
export const readMemberships = async (ctx: RequestContext): Promise<MembershipReply> => {
  const { db, seller, visitor } = ctx;
  if (!visitor?.member_id) return { membership: { _data: [] } };
  const full = visitor.strength === "full";
  const rows = await selectMemberships(db, seller.id, { identity_id: visitor.member_id, full });
  return { membership: { _data: rows.toSorted(compareRelevance).map((row) => toMembership(ctx, row, full)) } };
};

const rankOf = ({ program, role }: MembershipRow): number => (program?.rank ?? 1) * 10_000 + (role?.rank ?? 1);

/** Own first; then valid before future before expired; then the best level, and the longest term. */
const compareRelevance = (one: MembershipRow, other: MembershipRow): number =>
  Number(other.own) - Number(one.own) ||
  validityOrder(one) - validityOrder(other) ||
  rankOf(one) - rankOf(other) ||
  compareText(other.valid_to ?? "~", one.valid_to ?? "~") ||
  compareText(one.id, other.id);
const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
const validityOrder = (row: MembershipRow): number => {
  const now = Temporal.Instant.from(row.now);
  return isValid(row, now) ? 0 : isExpired(row, now) ? 2 : 1;
};

/** The memberships of orders without personal data, for anybody with the orders' links. */
export const readOrderMemberships = async (
  ctx: RequestContext,
  ticket_order_ids: readonly string[],
): Promise<MembershipReply> => {
  if (ticket_order_ids.length === 0) return { membership: { _data: [] } };
  const rows = await selectOrderMemberships(ctx.db, ctx.seller.id, ticket_order_ids);
  return { membership: { _data: rows.map((row) => toMembership(ctx, row, false)) } };
};

/** A renewed membership has no problem, whoever paid for the next term. */
const autoRenewTrouble = ({ is_renewed, auto_renewal, next_step }: MembershipRow): Membership["auto_renew_trouble"] => {
  if (is_renewed) return null;
  if (auto_renewal === "failed") return "stopped";
  if (auto_renewal !== "scheduled" || next_step === null) return null;
  return next_step === "again" ? "retrying" : "stopped";
};

/**
 * Whether the holder may edit a card: one of another person on their membership, but not their own and not another
 * holder's.
 */
export const canEditHolder = ({
  own,
  party_role,
  identity_id,
}: Pick<MembershipRow, "own" | "party_role" | "identity_id">): boolean =>
  !own && (party_role !== "member" || identity_id === null);

/** If member numbers log in, the number and code of a card are visible only in its own account. */
export const canSeeNumber = (
  ctx: Pick<RequestContext, "seller">,
  { own, identity_id }: Pick<MembershipRow, "own" | "identity_id">,
): boolean => own || identity_id === null || !canLogInByNumber(ctx);

/** Without `full`, the answer has the benefits but no personal data. */
const toMembership = (ctx: Pick<RequestContext, "seller">, row: MembershipRow, full: boolean): Membership => {
  const { seller } = ctx;
  const isNumberVisible = full && canSeeNumber(ctx, row);
  const now = Temporal.Instant.from(row.now);
  const renewalPeriod = seller.configuration.renewal?.allowed_period ?? defaultRenewalPeriod;
  const expired = isExpired(row, now);
  return {
    id: row.id,
    own: row.own,
    scan_code: isNumberVisible ? row.scan_code : null,
    member_number: isNumberVisible ? row.member_number : null,
    role_id: row.role?.id ?? null,
    role: row.role,
    party_role: row.party_role,
    membership_program_id: row.program?.id ?? null,
    membership_program: row.program,
    level_name: row.level_name,
    ticket_group_id: row.ticket_group_id,
    ticket_type_id: row.ticket_type_id,
    event_template_id: row.event_template_id,
    ticket_order_id: full ? row.ticket_order_id : null,
    ticket_id: full ? row.ticket_id : null,
    holder_name: full ? row.holder_name : null,
    holder_email: full ? row.holder_email : null,
    valid_from: row.valid_from,
    valid_to: row.valid_to,
    last_day: lastValidDay(row, row.timezone),
    renewed_to: row.renewed_to,
    renewable_from: row.is_renewed ? null : renewableFrom(row, renewalPeriod, row.timezone),
    is_valid: isValid(row, now),
    is_expired: expired,
    is_renewable: row.own && !row.is_renewed && isRenewable(row, renewalPeriod, now, row.timezone),
    auto_renew_state: row.auto_renewal === "scheduled" || row.auto_renewal === "cancelled" ? row.auto_renewal : "none",
    auto_renew_trouble: full ? autoRenewTrouble(row) : null,
    benefits: row.benefits,
    member_event_purchase_limit: row.purchase_limit,
    physical_card: row.physical_card,
    editable: full && canEditHolder(row) && !expired,
  };
};
