import type { BootData } from "@foyer/contract/boot.ts";

export const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
export const event = id(1);

export const template = {
  id: event,
  seller_id: id(9),
  venue_id: null,
  name: "Salt and Light",
  subtitle: null,
  summary: null,
  description: null,
  category: null,
  event_type: "repeating",
  hidden_type: "public_browsable",
  _rank: 0,
  meta: {},
  config: {},
};
export const group = {
  id: id(20),
  event_template_id: event,
  name: "General",
  summary: null,
  description: null,
  handler: "tickets",
  hidden_type: "public_browsable",
  start_policy: null,
  start_policy_date: null,
  duration_new: null,
  min_tickets_per_order: 1,
  max_tickets_per_order: 3,
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
};
export const pass = { ...group, id: id(21), name: "Season pass", handler: "passes", start_policy: "fixedfrom" };
export const adult = {
  id: id(30),
  ticket_group_id: id(20),
  name: "Adult",
  summary: null,
  description: null,
  currency_amount: "20",
  discounted_amount: "20",
  currency_amount_min: null,
  currency_amount_max: null,
  outside_fees: [{ fee_fixed_outside: true, fee: "1.50" }],
  available: true,
  member_event_ticket_type: null,
  event_template_category: null,
  _rank: 0,
};
export const gift = {
  ...adult,
  id: id(31),
  name: "Patron",
  currency_amount_min: "5",
  currency_amount_max: "500",
  outside_fees: [],
  _rank: 1,
};
export const passType = { ...adult, id: id(32), ticket_group_id: id(21), name: "Pass", outside_fees: [] };

export const day = (date: string, status = "available") => ({
  date,
  status,
  min_price: "20",
  min_price_fees: { outside: "1.50" },
  left: null,
  sessions: 2,
});
export const session = (number: number, time: string, more: object = {}) => ({
  id: id(number),
  event_template_id: event,
  start_datetime: `2026-11-22T${time}:00Z`,
  end_datetime: `2026-11-22T${time.slice(0, 2)}:59:00Z`,
  local_day: "2026-11-22",
  local_start: time,
  local_end: time,
  sold_out: false,
  cancelled: false,
  left: null,
  min_price: "20",
  price: null,
  ...more,
});
export const cart = { id: id(70), expires_in: 900, expires_at: null, lines: [], cart_mods: [], anchor: null };
export const refusal = (code: string, context: string, description: string) => ({
  _data: [{ _code: code, _context: context, _description: description }],
});

export const seller = {
  id: id(9),
  slug: "harbor",
  name: "Harbor",
  default_currency_code: "USD",
  locale: "en-US",
  timezone: "America/New_York",
  meta: {},
  theme: {},
  strings: {},
  web: {},
  configuration: {},
};
export const boot: BootData = {
  seller,
  base: "/harbor",
  flags: {},
  environment: "production",
  now: "2026-11-21T12:00:00Z",
  origin: "http://localhost",
  shown: { route: "event", path: `/events/${event}`, search: "" },
};
