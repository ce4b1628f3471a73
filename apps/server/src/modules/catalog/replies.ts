import type { EventTemplate, OutsideFee, TicketGroup, TicketType, Venue } from "@foyer/contract/catalog.ts";
import type { Level } from "@foyer/contract/level.ts";
import type { EventSession } from "@foyer/contract/sessions.ts";
import { roomLeft, saidLeft } from "@foyer/rules/capacity.ts";
import { levelPrice } from "@foyer/rules/membershipLevel.ts";
import { firstTerm, lastDayOf } from "@foyer/rules/membershipTerm.ts";
import { toWire } from "@foyer/rules/money.ts";
import { lowestPrice, priceIn, type OwnPrices } from "@foyer/rules/prices.ts";
import { isSellable } from "@foyer/rules/visibility.ts";
import type { Ask } from "../../http/ask.ts";
import { cleanHtml } from "../../http/cleanHtml.ts";
import type { EventRow, GroupRow, TypeRow } from "./catalog.sql.ts";
import type { SessionRow } from "./sessions.sql.ts";

/** How rows of the catalogue are said. What is not named here stays in the house. */
export const sayEvent = (row: EventRow): EventTemplate => ({
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

/** The venues of events, each once. */
export const sayVenues = (rows: readonly EventRow[]): Venue[] => [
  ...new Map(
    rows.flatMap(({ venue_id, venue_name, venue_timezone, venue_address }) =>
      venue_id !== null && venue_name !== null && venue_timezone !== null
        ? [[venue_id, { id: venue_id, name: venue_name, timezone: venue_timezone, address: venue_address }] as const]
        : [],
    ),
  ).values(),
];

/** What a level costs with as few people as may stand on it. */
export const levelPriceOf = ({
  party,
  types,
}: Pick<GroupRow, "party"> & { readonly types: readonly TypeRow[] }): number =>
  levelPrice(
    (party ?? []).map(({ id, rule }) => ({ rule, price: types.find((type) => type.id === id)?.currency_amount ?? 0 })),
  );

/** What a level is sold with, for those who choose one. */
const sayLevel = ({ seller, now }: Ask, row: GroupRow, timezone: string): Level => {
  // Clocks of a server know more digits than a moment of the wire has.
  const term = firstTerm(row, now.round("millisecond"), timezone);
  return {
    program: row.program,
    price: toWire(levelPriceOf(row), seller.default_currency_code),
    physical_card: row.physical_card,
    gift: row.gift_code_group_id !== null,
    term: { ...term, last_day: lastDayOf(term, timezone) },
  };
};

export const sayGroup = (
  ask: Ask,
  row: GroupRow,
  { timezone }: Pick<EventRow, "timezone">,
  own: OwnPrices = null,
): TicketGroup => {
  const { seller } = ask;
  const left = roomLeft(row);
  // A child on a family's membership may cost nothing: a level costs what it costs with those who have to stand on it.
  const lowest =
    row.handler === "membership" ? levelPriceOf(row) : lowestPrice(row.types.filter(isSellable), own)?.price;
  const price = lowest === undefined ? null : toWire(lowest, seller.default_currency_code);
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
    left: saidLeft(left),
    exclude_from_event_capacity: row.exclude_from_event_capacity,
    additional_info_spec: row.additional_info_spec as TicketGroup["additional_info_spec"],
    meta: row.meta,
    ...(row.handler === "membership" && { level: sayLevel(ask, row, timezone) }),
    _rank: row.rank,
  };
};

const sayFees = ({ fee_fixed_outside, fee_percent_outside }: TypeRow, currency: string): OutsideFee[] => [
  ...(fee_fixed_outside > 0 ? [{ fee_fixed_outside: true, fee: toWire(fee_fixed_outside, currency) } as const] : []),
  // Kept as basis points, said as a percentage: 250 is '2.5'.
  ...(fee_percent_outside > 0 ? [{ fee_percent_outside: true, fee: String(fee_percent_outside / 100) } as const] : []),
];

/** A type at its price in a session; at its own price where no session is asked about. */
export const sayType = ({ seller }: Ask, event: EventRow, row: TypeRow, own: OwnPrices = null): TicketType => {
  const currency = seller.default_currency_code;
  const amount = toWire(priceIn(row, own), currency);
  return {
    id: row.id,
    ticket_group_id: row.ticket_group_id,
    name: row.name,
    summary: row.summary,
    description: cleanHtml(row.description),
    currency_amount: amount,
    discounted_amount: amount,
    currency_amount_min: row.currency_amount_min === null ? null : toWire(row.currency_amount_min, currency),
    currency_amount_max: row.currency_amount_max === null ? null : toWire(row.currency_amount_max, currency),
    outside_fees: sayFees(row, currency),
    available: row.available,
    member_event_ticket_type: row.member_event_ticket_type,
    event_template_category: event.category,
    _rank: row.rank,
  };
};

/** Room as rules count it: no limit is Infinity. */
export const leftIn = ({ room }: { readonly room: number | null }): number => room ?? Infinity;

export const saySession = (
  { seller }: Ask,
  row: Omit<SessionRow, "min_price" | "min_price_fees" | "own_prices">,
  said: {
    sold_out: boolean;
    min_price: number | null | undefined;
    named?: Pick<EventSession, "primary_price" | "secondary_price">;
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
  sold_out: said.sold_out,
  cancelled: row.cancelled,
  left: said.sold_out ? 0 : saidLeft(leftIn(row)),
  min_price: said.min_price == null ? null : toWire(said.min_price, seller.default_currency_code),
  ...said.named,
  price: said.price === undefined ? null : toWire(said.price, seller.default_currency_code),
  ...(said.price_increase !== undefined && {
    price_increase: toWire(said.price_increase, seller.default_currency_code),
  }),
});
