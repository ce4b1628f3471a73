import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import type { MembershipAction, MembershipOrdered } from "@foyer/contract/shop/membershipLevel.ts";
import { isMembership } from "../catalog/handlers.ts";
import type { AttendeeFields } from "../forms/attendees.ts";
import { defaultPartyRule, partyFields, partyError, type PartyType } from "./party/partyRule.ts";
import { isRenewable, defaultRenewalPeriod } from "./term.ts";
import type {
  Buyer,
  HeldTicket,
  HoldRejection,
  MembershipContext,
  NewTicket,
  Rejected,
  CatalogSnapshot,
  TicketGroupSnapshot,
} from "../hold/catalogSnapshot.ts";

export const emptyMembershipContext: MembershipContext = {
  memberships: new Map(),
  giftees: new Set(),
  member_id: null,
  allowed_period: undefined,
};

type MembershipOrderLine = Pick<TicketRequest, "membership">;

/** The purpose of the membership; `buy` by default. */
const actionOf = ({ membership }: MembershipOrderLine): MembershipAction => membership?.action ?? "buy";

/** The data stored with a membership ticket. */
const orderedMembership = (line: MembershipOrderLine): MembershipOrdered => {
  const action = actionOf(line);
  const renews_id = line.membership?.renews_id;
  if (action === "gift") return { action, gift: true };
  return action === "renew" && renews_id !== undefined ? { action, renews_id } : { action };
};

const rejectMissingHolder = (ticket_group_id: string): Rejected => ({
  rejection: {
    code: "validation_failed",
    context: "membership",
    description: "At least one member is required to purchase a membership",
    extra: { fields: ["ticket_types_required"], ticket_group_id },
  },
});

export const rejectMembership = (code: HoldRejection["code"], extra: Record<string, unknown> = {}): Rejected => ({
  rejection: { code, extra, context: "membership" },
});

/**
 * May these memberships be added to the cart? One level at a time, with a valid party; a gift alone; a renewal only of the
 * visitor's own. Carts without memberships pass.
 */
export const checkMemberships = (
  add: readonly TicketRequest[],
  tickets: readonly NewTicket[],
  { held, memberships: context = emptyMembershipContext }: Pick<Buyer, "held" | "memberships">,
  catalog: CatalogSnapshot,
): Rejected | undefined => {
  const requested = tickets.filter(isMembership);
  const presentInCart = held.some((ticket) => isMembership(ticket) && isGiftTicket(ticket));
  if (requested.length === 0) {
    const membershipLine = add.find((line) => line.membership !== undefined);
    if (membershipLine) return rejectMembership("validation_failed", { fields: ["membership"] });
    return presentInCart && tickets.length > 0 ? rejectMembership("gift_needs_empty_cart") : undefined;
  }
  const [level, ...others] = new Set(requested.map((ticket) => ticket.ticket_group_id));
  const lines = add.filter((line) =>
    line.ticket_types_required.some(
      ({ ticket_type_id }) => catalog.types.get(ticket_type_id)?.ticket_group_id === level,
    ),
  );
  const [line] = lines;
  if (held.some(isMembership) || others.length > 0 || lines.length > 1 || !line)
    return rejectMembership("membership_in_cart");

  const action = actionOf(line);
  if (action === "gift" && (held.length > 0 || tickets.length > requested.length))
    return rejectMembership("gift_needs_empty_cart");
  return (
    checkParty(requested, level ?? "", action, catalog) ??
    (action === "gift" ? checkGift(line, level ?? "", context, catalog) : undefined) ??
    (action === "renew" ? checkRenewal(line, context, catalog) : undefined)
  );
};

/** The attendee fields of a membership ticket and the data stored with it; undefined for other tickets. */
export const membershipTicket = (
  line: MembershipOrderLine,
  ticket_type_id: string,
  { party }: Pick<TicketGroupSnapshot, "party">,
): { readonly fields: AttendeeFields; readonly handler_data: MembershipOrdered } | undefined => {
  if (!party) return undefined;
  const rule = party.find(({ id }) => id === ticket_type_id)?.rule ?? defaultPartyRule;
  return { fields: partyFields(rule, actionOf(line) === "gift"), handler_data: orderedMembership(line) };
};

const actions = ["buy", "renew", "gift"] as const satisfies readonly MembershipAction[];

/** The purpose of a membership ticket; undefined for other tickets. */
export const membershipActionOf = (
  ticket: Pick<HeldTicket, "handler" | "handler_data">,
): MembershipAction | undefined => {
  if (!isMembership(ticket)) return undefined;
  return actions.find((action) => action === ticket.handler_data?.action) ?? "buy";
};

/** Is the ticket sold as a gift? */
export const isGiftTicket = ({ handler_data }: { readonly handler_data?: HeldTicket["handler_data"] }): boolean =>
  handler_data?.gift === true;

const checkParty = (
  requested: readonly NewTicket[],
  ticket_group_id: string,
  action: MembershipAction,
  { groups }: Pick<CatalogSnapshot, "groups">,
): Rejected | undefined =>
  rejectIncompleteParty(requested, {
    ticket_group_id,
    party: groups.get(ticket_group_id)?.party ?? [],
    isGift: action === "gift",
  });

type LevelParty = {
  readonly ticket_group_id: string;
  readonly party: readonly PartyType[];
  readonly isGift: boolean;
};

/** Rejects a level without its owner or another required person, or with too many people. */
export const rejectIncompleteParty = (
  tickets: readonly Pick<HeldTicket, "ticket_type_id">[],
  { ticket_group_id, party, isGift }: LevelParty,
): Rejected | undefined => {
  const counts = new Map<string, number>();
  for (const { ticket_type_id: id } of tickets) counts.set(id, (counts.get(id) ?? 0) + 1);
  const error = partyError(counts, party, isGift);
  if (!error) return undefined;
  if (error.kind === "nobody") return rejectMissingHolder(ticket_group_id);
  const { id: ticket_type_id } = error;
  const extra = { ticket_group_id, ticket_type_id, group: party.find(({ id }) => id === ticket_type_id)?.name };
  return error.kind === "too_few"
    ? rejectMembership("min_tickets_per_order_not_met", { ...extra, min: error.min })
    : rejectMembership("max_tickets_per_order_exceeded", { ...extra, max: error.max });
};

/**
 * A level without gift codes cannot be given. The recipient must have been created by this visitor: an id alone is not
 * enough.
 */
const checkGift = (
  { membership }: MembershipOrderLine,
  ticket_group_id: string,
  { giftees }: MembershipContext,
  { groups }: Pick<CatalogSnapshot, "groups">,
): Rejected | undefined => {
  if (groups.get(ticket_group_id)?.gift_code_group_id == null)
    return rejectMembership("validation_failed", { fields: ["membership.action"] });
  const giftee = membership?.giftee_identity_id;
  return giftee !== undefined && !giftees.has(giftee)
    ? { rejection: { code: "not_found", context: "identity", extra: {} } }
    : undefined;
};

/**
 * Only one's own membership can be renewed, and only in time. Somebody else's and an unknown one get the same rejection.
 */
const checkRenewal = (
  { membership }: MembershipOrderLine,
  { memberships, member_id, allowed_period = defaultRenewalPeriod }: MembershipContext,
  { now }: Pick<CatalogSnapshot, "now">,
): Rejected | undefined => {
  const own = memberships.get(membership?.renews_id ?? "");
  const isOwn = own !== undefined && member_id !== null && own.identity_id === member_id && own.is_last;
  return isOwn && isRenewable(own, allowed_period, now, own.timezone)
    ? undefined
    : rejectMembership("membership_not_renewable");
};
