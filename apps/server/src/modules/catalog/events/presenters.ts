import type { EventTemplate, OutsideFee, TicketGroup, TicketType, Venue } from "@foyer/contract/shop/catalog.ts";
import type { MembershipLevel } from "@foyer/contract/shop/membershipLevel.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { roomLeft, shownLeft } from "@foyer/rules/catalog/capacity.ts";
import { lowestLevelPrice } from "@foyer/rules/membership/party/partyRule.ts";
import { firstTerm, lastValidDay } from "@foyer/rules/membership/term.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { lowestPrice, sessionPrice, type SessionPrices } from "@foyer/rules/pricing/prices.ts";
import { isSellable } from "@foyer/rules/catalog/visibleGroups.ts";
import { isMembership } from "@foyer/rules/catalog/handlers.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { cleanHtml } from "../../../http/sanitize/cleanHtml.ts";
import type { EventRow, GroupRow, TypeRow } from "./events.sql.ts";
import type { SessionRow } from "../sessions/sessions.sql.ts";

/** Turns a row of the catalogue into a reply. Columns that are not named here stay internal. */
export const presentEvent = (row: EventRow): EventTemplate => ({
  id: row.id,
  seller_id: row.seller_id,
  venue_id: row.venue_id,
  name: row.name,
  subtitle: row.subtitle,
  summary: row.summary,
  description: cleanHtml(row.description),
  category: row.category,
  event_type: row.event_type,
  hidden_type: row.hidden_type,
  _rank: row.rank,
  meta: row.meta,
  config: row.config,
});

/** The distinct venues of events. */
export const presentVenues = (rows: readonly EventRow[]): Venue[] => [
  ...new Map(
    rows.flatMap(({ venue_id, venue_name, venue_timezone, venue_address }) =>
      venue_id !== null && venue_name !== null && venue_timezone !== null
        ? [[venue_id, { id: venue_id, name: venue_name, timezone: venue_timezone, address: venue_address }] as const]
        : [],
    ),
  ).values(),
];

/** The price of a level for its minimum number of people. */
export const levelPrice = ({
  party,
  types,
}: Pick<GroupRow, "party"> & { readonly types: readonly TypeRow[] }): number =>
  lowestLevelPrice(
    (party ?? []).map(({ id, rule }) => ({ rule, price: types.find((type) => type.id === id)?.currency_amount ?? 0 })),
  );

/** The terms of a membership level on sale. */
const presentLevel = ({ seller, now }: RequestContext, row: GroupRow, timezone: string): MembershipLevel => {
  // The server's clock is more precise than a reply, which has milliseconds.
  const term = firstTerm(row, now.round("millisecond"), timezone);
  return {
    program: row.program,
    price: toDecimal(levelPrice(row), seller.default_currency_code),
    physical_card: row.physical_card,
    gift: row.gift_code_group_id !== null,
    term: { ...term, last_day: lastValidDay(term, timezone) },
  };
};

export const presentGroup = (
  ctx: RequestContext,
  row: GroupRow,
  { timezone }: Pick<EventRow, "timezone">,
  sessionPrices: SessionPrices = null,
): TicketGroup => {
  const { seller } = ctx;
  const left = roomLeft(row);
  // A level may have free types, such as a child in a family, so its price is that of the required people.
  const lowest = isMembership(row)
    ? levelPrice(row)
    : lowestPrice(row.types.filter(isSellable), sessionPrices, sellerAmountStep(seller))?.price;
  const price = lowest === undefined ? null : toDecimal(lowest, seller.default_currency_code);
  return {
    id: row.id,
    event_template_id: row.event_template_id,
    name: row.name,
    summary: row.summary,
    description: cleanHtml(row.description),
    handler: row.handler,
    hidden_type: row.hidden_type,
    start_policy: row.start_policy,
    start_policy_date: row.start_policy_date,
    duration_new: row.duration_new,
    min_tickets_per_order: row.min_tickets_per_order,
    max_tickets_per_order: row.max_tickets_per_order,
    color: row.color,
    sales_start: row.sales_start,
    sales_end: row.sales_end,
    available: row.available,
    price,
    original_price: price,
    sold_out: left === 0,
    left: shownLeft(left),
    exclude_from_event_capacity: row.exclude_from_event_capacity,
    additional_info_spec: row.additional_info_spec as TicketGroup["additional_info_spec"],
    meta: row.meta,
    ...(isMembership(row) && { level: presentLevel(ctx, row, timezone) }),
    _rank: row.rank,
  };
};

const presentFees = ({ fee_fixed_outside, fee_percent_outside }: TypeRow, currency: string): OutsideFee[] => [
  ...(fee_fixed_outside > 0 ? [{ fee_fixed_outside: true, fee: toDecimal(fee_fixed_outside, currency) } as const] : []),
  // Stored in basis points, shown in percent: 250 is '2.5'.
  ...(fee_percent_outside > 0 ? [{ fee_percent_outside: true, fee: String(fee_percent_outside / 100) } as const] : []),
];

/** A type at its price in a session, or at its own price without a session. */
export const presentType = (
  { seller }: RequestContext,
  event: EventRow,
  row: TypeRow,
  sessionPrices: SessionPrices = null,
): TicketType => {
  const currency = seller.default_currency_code;
  const amount = toDecimal(sessionPrice(row, sessionPrices), currency);
  return {
    id: row.id,
    ticket_group_id: row.ticket_group_id,
    name: row.name,
    summary: row.summary,
    description: cleanHtml(row.description),
    currency_amount: amount,
    discounted_amount: amount,
    currency_amount_min: row.currency_amount_min === null ? null : toDecimal(row.currency_amount_min, currency),
    currency_amount_max: row.currency_amount_max === null ? null : toDecimal(row.currency_amount_max, currency),
    outside_fees: presentFees(row, currency),
    available: row.available,
    member_event_ticket_type: row.member_event_ticket_type,
    event_template_category: event.category,
    _rank: row.rank,
  };
};

/** Capacity left, as the rules count it: Infinity for unlimited. */
export const roomLeftIn = ({ room }: { readonly room: number | null }): number => room ?? Infinity;

export const presentSession = (
  { seller }: RequestContext,
  row: Omit<SessionRow, "min_price" | "min_price_fees" | "own_prices">,
  computed: {
    sold_out: boolean;
    min_price: number | null | undefined;
    displayPrices?: Pick<EventSession, "primary_price" | "secondary_price">;
    price?: number;
    price_increase?: number;
  },
): EventSession => ({
  id: row.id,
  event_template_id: row.event_template_id,
  start_datetime: row.start_datetime,
  end_datetime: row.end_datetime,
  local_day: row.local_day,
  local_start: row.local_start,
  local_end: row.local_end,
  sold_out: computed.sold_out,
  cancelled: row.cancelled,
  left: computed.sold_out ? 0 : shownLeft(roomLeftIn(row)),
  min_price: computed.min_price == null ? null : toDecimal(computed.min_price, seller.default_currency_code),
  ...computed.displayPrices,
  price: computed.price === undefined ? null : toDecimal(computed.price, seller.default_currency_code),
  ...(computed.price_increase !== undefined && {
    price_increase: toDecimal(computed.price_increase, seller.default_currency_code),
  }),
});
