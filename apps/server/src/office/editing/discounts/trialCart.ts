import type { TrialLine } from "@foyer/contract/office/catalogue/discountTrial.ts";
import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { isMembership, needsSession, ticketLabel } from "@foyer/rules/catalog/handlers.ts";
import type { Buyer, TicketGroupSnapshot } from "@foyer/rules/hold/catalogSnapshot.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { DesiredCatalogue } from "../../../catalogue/diff/desiredCatalogue.ts";
import { Refused } from "../../../errors/refused.ts";
import { anchorRulesOf } from "../../../modules/cart/read/checkoutBlocks.ts";

/** False for groups that need more than a number of tickets: the people of a membership, or a number plate. */
export const canBeTried = (group: Pick<TicketGroupSnapshot, "handler">): boolean =>
  !isMembership(group) && ticketLabel(group) === undefined;

type Catalogue = {
  readonly rows: DesiredCatalogue;
  readonly groups: ReadonlyMap<string, TicketGroupSnapshot>;
  readonly seller: Seller;
};

/** A trial line as the storefront would request it, by the ids of its type and session. */
export const requestOf = (
  { rows, groups, seller }: Catalogue,
  day: string,
  { event: eventKey, type: typeKey, start, quantity, price }: TrialLine,
  index: number,
): TicketRequest => {
  const refuse = (field: string): Refused =>
    new Refused({ code: "validation_failed", context: "staff", extra: { fields: [`lines[${index}].${field}`] } });
  const event = rows.events.find(({ key }) => key === eventKey);
  if (!event) throw refuse("event");
  const [groupName, typeName] = typeKey.split("/");
  const row = rows.groups.find((one) => one.event_template_id === event.id && one.key === groupName);
  const group = groups.get(row?.id ?? "");
  const type = rows.types.find((one) => one.ticket_group_id === row?.id && one.key === typeName);
  if (!group || !type || !canBeTried(group)) throw refuse("type");
  const session = rows.sessions.find(
    (one) =>
      one.event_template_id === event.id &&
      one.local_day === day &&
      !one.cancelled &&
      (start === null || one.local_start === start),
  );
  const own = toDecimal(type.currency_amount, seller.default_currency_code);
  return {
    event_template_id: event.id,
    ...(session && needsSession(group) && { event_session_id: session.id }),
    ticket_types_required: [
      {
        ticket_type_id: type.id,
        quantity,
        ...(type.currency_amount_min !== null && { face_value: price ?? own }),
      },
    ],
  };
};

type BuyerOptions = {
  readonly seller: Seller;
  readonly level: string | null;
  readonly canUse: Buyer["codeEligibility"]["canUse"];
};

/** A buyer with an empty cart and no purchases; with a level, a member whose term has no end. */
export const trialBuyer = (rows: DesiredCatalogue, { seller, level, canUse }: BuyerOptions): Buyer => ({
  role: level === null ? "anonymous" : "member",
  member: {
    terms: level === null ? [] : [termOf(rows, level)],
    uses: [],
    beyond: seller.configuration.member_reserve_session_beyond_term,
  },
  currency: seller.default_currency_code,
  held: [],
  codes: [],
  codeEligibility: { canUse, activeDiscounts: new Set() },
  answers: {},
  anchor: anchorRulesOf(seller),
});

const termOf = ({ programs, roles }: DesiredCatalogue, level: string): Buyer["member"]["terms"][number] => {
  const [programKey, roleKey] = level.split("/");
  const program = programs.find(({ key }) => key === programKey);
  const role = roles.find((one) => one.membership_program_id === program?.id && one.key === roleKey);
  if (!program || !role)
    throw new Refused({ code: "validation_failed", context: "staff", extra: { fields: ["level"] } });
  return {
    id: role.id,
    level_name: role.name,
    benefits: role.benefits,
    purchase_limit: role.member_event_purchase_limit,
    first_day: "0001-01-01",
    last_day: null,
    renews_itself: false,
    renews_id: null,
    program_rank: program.rank,
    role_rank: role.rank,
  };
};
