import type { TicketsWanted } from "@foyer/contract/cart.ts";
import type { MembershipAction, MembershipOrdered } from "@foyer/contract/level.ts";
import type { AttendeeAsk } from "./attendees.ts";
import { ownRule, partyAsk, partyMistake } from "./membershipLevel.ts";
import { isRenewable, renewalDays } from "./membershipTerm.ts";
import type { Buyer, HeldTicket, HoldNo, NewTicket, Shelf, ShelfGroup } from "./shelf.ts";

/** One's own membership, as it stands while nobody else can renew it. */
export type OwnMembership = {
  readonly id: string;
  /** Whose account it is in. */
  readonly identity_id: string | null;
  /** It was paid for and is not taken back, and no other follows it yet. */
  readonly is_last: boolean;
  readonly valid_to: string | null;
  readonly timezone: string;
};

/** What the desk of memberships knows beside the shelf. */
export type MembershipDesk = {
  readonly memberships: ReadonlyMap<string, OwnMembership>;
  /** Whom this visitor has named to give something to. */
  readonly giftees: ReadonlySet<string>;
  /** Whose memberships the visitor may renew: nobody's without a full login. */
  readonly member_id: string | null;
  /** Days before the end from which on one may be renewed, as the seller says. */
  readonly allowed_period: number | undefined;
};
export const noMembers: MembershipDesk = {
  memberships: new Map(),
  giftees: new Set(),
  member_id: null,
  allowed_period: undefined,
};

type Wish = Pick<TicketsWanted, "membership">;

/** What a membership is asked for; one's own unless said otherwise. */
const actionOf = ({ membership }: Wish): MembershipAction => membership?.action ?? "buy";

/** What a membership ticket says of itself from now on. */
const orderedAs = (wish: Wish): MembershipOrdered => {
  const action = actionOf(wish);
  const renews_id = wish.membership?.renews_id;
  if (action === "gift") return { action, gift: true };
  return action === "renew" && renews_id !== undefined ? { action, renews_id } : { action };
};

const isMembership = ({ handler }: Pick<HeldTicket, "handler">): boolean => handler === "membership";

const nobody = {
  no: {
    code: "validation_failed",
    context: "membership",
    description: "At least one member is required to purchase a membership",
    extra: { fields: ["ticket_types_required"] },
  },
} as const satisfies { no: HoldNo };

const refused = (code: HoldNo["code"], extra: Record<string, unknown> = {}): { no: HoldNo } => ({
  no: { code, extra, context: "membership" },
});

/**
 * May these memberships be put into the cart? One level at a time, with the people who may stand on it; a present alone; a
 * renewal of one's own. Carts without memberships are none of its business.
 */
export const judgeMemberships = (
  add: readonly TicketsWanted[],
  tickets: readonly NewTicket[],
  { held, memberships: desk = noMembers }: Pick<Buyer, "held" | "memberships">,
  shelf: Shelf,
): { no: HoldNo } | undefined => {
  const asked = tickets.filter(isMembership);
  const presentInCart = held.some((ticket) => isMembership(ticket) && isPresent(ticket));
  if (asked.length === 0) {
    const wishes = add.find((line) => line.membership !== undefined);
    if (wishes) return refused("validation_failed", { fields: ["membership"] });
    return presentInCart && tickets.length > 0 ? refused("gift_needs_empty_cart") : undefined;
  }
  const [level, ...others] = new Set(asked.map((ticket) => ticket.ticket_group_id));
  const lines = add.filter((line) =>
    line.ticket_types_required.some(({ ticket_type_id }) => shelf.types.get(ticket_type_id)?.ticket_group_id === level),
  );
  const [line] = lines;
  if (held.some(isMembership) || others.length > 0 || lines.length > 1 || !line) return refused("membership_in_cart");

  const action = actionOf(line);
  if (action === "gift" && (held.length > 0 || tickets.length > asked.length)) return refused("gift_needs_empty_cart");
  return (
    judgeParty(asked, level ?? "", action, shelf) ??
    (action === "gift" ? judgeGift(line, level ?? "", desk, shelf) : undefined) ??
    (action === "renew" ? judgeRenewal(line, desk, shelf) : undefined)
  );
};

/** What is asked with a membership ticket, and what it says of itself; undefined for every other ticket. */
export const membershipTicket = (
  line: Wish,
  ticket_type_id: string,
  { party }: Pick<ShelfGroup, "party">,
): { readonly ask: AttendeeAsk; readonly handler_data: MembershipOrdered } | undefined => {
  if (!party) return undefined;
  const rule = party.find(({ id }) => id === ticket_type_id)?.rule ?? ownRule;
  return { ask: partyAsk(rule, actionOf(line) === "gift"), handler_data: orderedAs(line) };
};

const actions = ["buy", "renew", "gift"] as const satisfies readonly MembershipAction[];

/** What a membership ticket is bought for; undefined for every other ticket. */
export const orderedFor = ({
  handler,
  handler_data,
}: Pick<HeldTicket, "handler" | "handler_data">): MembershipAction | undefined => {
  if (handler !== "membership") return undefined;
  return actions.find((action) => action === handler_data?.action) ?? "buy";
};

/** A ticket that is sold to be given. */
export const isPresent = ({ handler_data }: { readonly handler_data?: HeldTicket["handler_data"] }): boolean =>
  handler_data?.gift === true;

const judgeParty = (
  asked: readonly NewTicket[],
  ticket_group_id: string,
  action: MembershipAction,
  { groups }: Pick<Shelf, "groups">,
): { no: HoldNo } | undefined => {
  const party = groups.get(ticket_group_id)?.party ?? [];
  const counts = new Map<string, number>();
  for (const { ticket_type_id: id } of asked) counts.set(id, (counts.get(id) ?? 0) + 1);
  const mistake = partyMistake(counts, party, action === "gift");
  if (!mistake) return undefined;
  if (mistake.is === "nobody") return nobody;
  const { id: ticket_type_id } = mistake;
  const said = { ticket_group_id, ticket_type_id, group: party.find(({ id }) => id === ticket_type_id)?.name };
  return mistake.is === "too_few"
    ? refused("min_tickets_per_order_not_met", { ...said, min: mistake.min })
    : refused("max_tickets_per_order_exceeded", { ...said, max: mistake.max });
};

/** A level without codes of its own is not given; and nobody is given something by an id alone (T70). */
const judgeGift = (
  { membership }: Wish,
  ticket_group_id: string,
  { giftees }: MembershipDesk,
  { groups }: Pick<Shelf, "groups">,
): { no: HoldNo } | undefined => {
  if (groups.get(ticket_group_id)?.gift_code_group_id == null)
    return refused("validation_failed", { fields: ["membership.action"] });
  const giftee = membership?.giftee_identity_id;
  return giftee !== undefined && !giftees.has(giftee)
    ? { no: { code: "not_found", context: "identity", extra: {} } }
    : undefined;
};

/** One's own, and in time. Somebody else's, and one that is not there, are refused with the same words. */
const judgeRenewal = (
  { membership }: Wish,
  { memberships, member_id, allowed_period = renewalDays }: MembershipDesk,
  { now }: Pick<Shelf, "now">,
): { no: HoldNo } | undefined => {
  const own = memberships.get(membership?.renews_id ?? "");
  const mine = own !== undefined && member_id !== null && own.identity_id === member_id && own.is_last;
  return mine && isRenewable(own, allowed_period, now, own.timezone) ? undefined : refused("membership_not_renewable");
};
