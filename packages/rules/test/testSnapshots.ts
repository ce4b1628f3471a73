import type { SessionSnapshot, TicketGroupSnapshot, TicketTypeSnapshot } from "../src/hold/catalogSnapshot.ts";

const noLimit = { capacity: -1, oversell_capacity: 0, used_capacity: 0 };

/** A session without a limit. */
export const sessionSnapshot = (given: Partial<SessionSnapshot> = {}): SessionSnapshot => ({
  ...noLimit,
  event_template_id: "whales",
  start_datetime: "2026-12-01T10:00:00Z",
  end_datetime: "2026-12-01T11:00:00Z",
  cancelled: false,
  retired: false,
  own: null,
  ...given,
});

/** A ticket group on sale, without limits. `event` changes only the given parts of its event. */
export const groupSnapshot = ({
  event,
  ...given
}: Partial<Omit<TicketGroupSnapshot, "event">> & {
  readonly event?: Partial<TicketGroupSnapshot["event"]>;
} = {}): TicketGroupSnapshot => ({
  ...noLimit,
  event_template_id: "whales",
  name: "General",
  handler: "tickets",
  meta: {},
  additional_info_spec: null,
  hidden_type: "public_browsable",
  available: true,
  retired: false,
  sales_start: null,
  sales_end: null,
  start_policy: null,
  start_policy_date: null,
  duration_new: null,
  min_tickets_per_order: 1,
  max_tickets_per_order: -1,
  exclude_from_event_capacity: false,
  ...given,
  event: {
    hidden_type: "public_browsable",
    event_type: "repeating",
    timezone: "Europe/London",
    retired: false,
    name: "Whales",
    meta: {},
    config: {},
    ...event,
  },
});

/** A ticket type on sale, at 20.00 without fees. */
export const typeSnapshot = (given: Partial<TicketTypeSnapshot> = {}): TicketTypeSnapshot => ({
  id: "adult",
  name: "Adult",
  ticket_group_id: "general",
  currency_amount: 2000,
  member_event_ticket_type: null,
  currency_amount_min: null,
  currency_amount_max: null,
  tax: null,
  fee_fixed_outside: 0,
  fee_percent_outside: 0,
  available: true,
  retired: false,
  ...given,
});
