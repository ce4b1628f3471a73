import type { TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";

/** A ticket group on sale, without limits. */
export const testGroup = (id: string, more: Partial<TicketGroup> = {}): TicketGroup => ({
  id,
  event_template_id: "event",
  name: id,
  summary: null,
  description: null,
  handler: "tickets",
  hidden_type: "public_browsable",
  start_policy: null,
  start_policy_date: null,
  duration_new: null,
  min_tickets_per_order: 1,
  max_tickets_per_order: -1,
  color: null,
  sales_start: null,
  sales_end: null,
  available: true,
  sold_out: false,
  left: null,
  exclude_from_event_capacity: false,
  additional_info_spec: null,
  meta: {},
  _rank: 0,
  ...more,
});

/** A ticket type on sale, at 20.00. */
export const testType = (id: string, ticket_group_id: string, more: Partial<TicketType> = {}): TicketType => ({
  id,
  ticket_group_id,
  name: id,
  summary: null,
  description: null,
  currency_amount: "20",
  discounted_amount: "20",
  currency_amount_min: null,
  currency_amount_max: null,
  outside_fees: [],
  available: true,
  member_event_ticket_type: null,
  event_template_category: null,
  _rank: 0,
  ...more,
});

/** The currency of most tests, with a gateway that takes every cent. */
export const dollars = { currency: "USD", step: 1 } as const;
/** Dinars at a gateway that takes only amounts of thousandths that end in 0. */
export const dinars = { currency: "KWD", step: 10 } as const;
