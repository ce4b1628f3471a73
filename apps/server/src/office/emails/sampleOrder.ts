import type { Cart, CartLine, Ticket } from "@foyer/contract/shop/cart.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { EmailMessage } from "../../providers/mail/mailTransport.ts";
import { addDays, instantOf, todayAt } from "@foyer/rules/dates/localTime.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";

/** An id that no row has, so that links in a sample open nothing. */
export const sampleId = "00000000-0000-4000-8000-000000000000";
export const sampleToken = "sample";
export const sampleName = "Ada Lovelace";
export const sampleNumber = 1001;

const price = "18";
const ticketIds = [sampleId, "00000000-0000-4000-8000-000000000001"];

/** A made-up order of two tickets for an afternoon in two weeks, with amounts in the seller's currency. */
export const sampleOrder = (seller: Seller, now: Temporal.Instant) => {
  const { default_currency_code: currency, timezone } = seller;
  const minor = fromDecimal(price, currency) ?? 0;
  const amount = (count: number): string => toDecimal(minor * count, currency);
  const day = addDays(todayAt(now, timezone), 14);
  const visit = { start: instantOf(day, "14:00", timezone), end: instantOf(day, "15:00", timezone) };
  const line: CartLine = {
    event_template_id: sampleId,
    event_session_id: sampleId,
    name: "Evening opening",
    image: null,
    image_alt: null,
    image_focus: null,
    start_datetime: visit.start,
    end_datetime: visit.end,
    local_day: day,
    local_start: "14:00",
    timezone,
    all_day: false,
    ticket_date_time: null,
    is_anchor: true,
    needs_anchor: false,
    membership: null,
    types: [
      {
        ticket_type_id: sampleId,
        ticket_group_id: sampleId,
        name: "Adult",
        group_name: "General admission",
        count: ticketIds.length,
        price: amount(ticketIds.length),
        ticket_ids: ticketIds,
        seats: [],
      },
    ],
  };
  const total = amount(ticketIds.length);
  return {
    currency,
    timezone,
    visit,
    line,
    total,
    ticketPrice: amount(1),
    minor: minor * ticketIds.length,
    ticketIds,
    now: now.toString(),
  };
};
export type MadeUpOrder = ReturnType<typeof sampleOrder>;

/** The data from which an e-mail is composed. */
export type Sample = { readonly seller: Seller; readonly origin: string; readonly order: MadeUpOrder };
export type Composer = (sample: Sample) => EmailMessage;

/** The line moved to an hour later, for e-mails about a move. */
export const movedLine = ({ line, visit, timezone }: MadeUpOrder): CartLine => ({
  ...line,
  start_datetime: visit.end,
  end_datetime: Temporal.Instant.from(visit.end).add({ hours: 1 }).toString(),
  local_start: "15:00",
  timezone,
  types: line.types.map((type) => ({ ...type, ticket_ids: ["00000000-0000-4000-8000-000000000002"], count: 1 })),
});

export const sampleTickets = ({ ticketIds, ticketPrice, visit, timezone }: MadeUpOrder): readonly Ticket[] =>
  ticketIds.map((id) => ({
    id,
    state: "booked",
    ticket_order_id: sampleId,
    ticket_type_id: sampleId,
    ticket_group_id: sampleId,
    event_template_id: sampleId,
    event_session_id: sampleId,
    admit_name: null,
    admit_email: null,
    face_value: ticketPrice,
    adjusted_value: ticketPrice,
    start_datetime: visit.start,
    timezone,
    seat_template_id: null,
    seat_name: null,
    scan_code: null,
    handler_data: null,
  }));

/** The cart of the order. */
export const sampleCart = ({ currency, line }: MadeUpOrder): Cart => ({
  id: sampleId,
  cart_number: "SAMPLE",
  state: "completed",
  expires_at: null,
  expires_in: null,
  extensions_left: 0,
  identity_id: null,
  owned_by_public_identity: false,
  editable: false,
  currency,
  lines: [line],
  cart_mods: [],
  cart_fees: [],
  blocking_rules: [],
  scheduled_payments: [],
  completed_payments: [],
  outstanding_balance: "0",
  payment_due_by_credit_card: "0",
  gift_cards: [],
  anchor: null,
  visit_window: null,
  giftee: null,
  membership_action: null,
  member_tickets: 0,
  ticket_order_id: sampleId,
  payment_in_progress: false,
  change: null,
});
