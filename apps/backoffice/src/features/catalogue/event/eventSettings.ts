import type { Setting } from "../fields/SettingFields.tsx";

const asked = [
  { value: "", label: "Not asked" },
  { value: "optional", label: "Optional" },
  { value: "required", label: "Required" },
] as const;

/** Where an event takes place. */
export const placeSettings: readonly Setting[] = [
  {
    kind: "key",
    name: "venue",
    label: "Venue",
    chapters: "venue",
    none: "The only one",
    hint: "Required if there are several venues.",
  },
  {
    kind: "key",
    name: "seat_map",
    label: "Hall",
    chapters: "hall",
    none: "None",
    hint: "Its seated groups sell these seats.",
  },
];

/** How tickets of an event are bought and how visitors enter. */
export const eventSettings: readonly Setting[] = [
  {
    kind: "number",
    name: "meta.max_tickets_per_order",
    label: "Maximum in an order",
    hint: "Over all groups of the event.",
  },
  { kind: "choice", name: "meta.admit_names", label: "Names of attendees", options: asked },
  { kind: "choice", name: "meta.admit_emails", label: "Email addresses of attendees", options: asked },
  {
    kind: "choice",
    name: "meta.reserve_flow",
    label: "Buyers choose first",
    options: [
      { value: "", label: "As for the seller" },
      { value: "date_first", label: "The day" },
      { value: "quantity_first", label: "The tickets" },
    ],
  },
  { kind: "flag", name: "meta.requires_anchor", label: "Sold only with an admission" },
  {
    kind: "flag",
    name: "meta.tickets_must_match_anchor_tickets",
    label: "Same number of tickets as for the admission",
  },
  { kind: "number", name: "meta.gate.opens_minutes", label: "Entry begins, minutes before", hint: "Default: 30." },
  {
    kind: "number",
    name: "meta.gate.closes_minutes",
    label: "Entry ends, minutes after the start",
    hint: "Default: at the end.",
  },
  { kind: "switch", name: "config.citypass", label: "Needs a city-pass voucher", otherwise: "As for the seller" },
  {
    kind: "switch",
    name: "config.hide_sold_out_sessions",
    label: "Hide sold-out sessions",
    otherwise: "As for the seller",
  },
];

/** How an event is shown. */
export const shownSettings: readonly Setting[] = [
  {
    kind: "text",
    name: "meta.ticket_date_time",
    label: "Text instead of the date",
    hint: "On tickets and in emails, such as “Any day in May”.",
  },
  {
    kind: "number",
    name: "meta.pad_pre_start",
    label: "Time before a session, minutes",
    hint: "Kept free between two visits of one buyer.",
  },
  { kind: "number", name: "meta.pad_post_end", label: "Time after a session, minutes" },
  { kind: "flag", name: "meta.hide_event_details", label: "Hide subtitle, venue and times" },
  {
    kind: "text",
    name: "config.next_route",
    label: "Next page",
    hint: "A path of the storefront, opened when its tickets are in the cart.",
  },
  {
    kind: "text",
    name: "config.price_display.primary_ticket_type",
    label: "Price shown first",
    hint: "As group/type.",
  },
  { kind: "text", name: "config.price_display.primary_prefix", label: "Text before the first price" },
  {
    kind: "text",
    name: "config.price_display.secondary_ticket_type",
    label: "Price shown second",
    hint: "As group/type.",
  },
  { kind: "text", name: "config.price_display.secondary_prefix", label: "Text before the second price" },
  { kind: "text", name: "config.price_display.message", label: "Text after the prices" },
];

/** What a group sells, and how its tickets count towards capacity. */
export const groupSettings: readonly Setting[] = [
  {
    kind: "choice",
    name: "handler",
    label: "Sells",
    options: [
      { value: "tickets", label: "Tickets" },
      { value: "seated", label: "Seats" },
      { value: "passes", label: "Passes" },
      { value: "membership", label: "A membership level" },
      { value: "ledger", label: "Gift cards" },
      { value: "donation", label: "Donations" },
      { value: "codes", label: "Codes that the venue sends" },
    ],
    hint: "Tickets that are sold do not change.",
  },
  {
    kind: "list",
    name: "seat_zones",
    label: "Zones of the hall",
    hint: "For seats. Keys of zones, separated by commas.",
  },
  { kind: "number", name: "oversell_capacity", label: "Extra places" },
  { kind: "flag", name: "exclude_from_event_capacity", label: "Does not use places of its session" },
  { kind: "text", name: "color", label: "Colour", hint: "Like #0b5d4e." },
  {
    kind: "choice",
    name: "meta.admit_names",
    label: "Names of attendees",
    options: [{ value: "", label: "As for the event" }, ...asked.slice(1)],
  },
  {
    kind: "choice",
    name: "meta.admit_emails",
    label: "Email addresses of attendees",
    options: [{ value: "", label: "As for the event" }, ...asked.slice(1)],
  },
  {
    kind: "choice",
    name: "meta.gate.reentry",
    label: "Re-entry",
    options: [
      { value: "", label: "As for the seller" },
      { value: "never", label: "Never" },
      { value: "day", label: "All day" },
      { value: "after_exit", label: "After an exit was scanned" },
    ],
  },
  { kind: "flag", name: "meta.counter.hidden", label: "Sold at the counter even if it needs a link" },
  { kind: "flag", name: "meta.counter.sales_window", label: "Sold at the counter outside its sales window" },
  { kind: "flag", name: "meta.counter.order_limits", label: "Sold at the counter beyond the limits of an order" },
];

/** The term of a pass or a membership, and the other settings of a membership level. */
export const termSettings: readonly Setting[] = [
  { kind: "text", name: "duration_new", label: "Duration", hint: "Like P1Y for a year, P30D for 30 days." },
  {
    kind: "choice",
    name: "start_policy",
    label: "The fixed day is",
    options: [
      { value: "", label: "None: it counts from the purchase" },
      { value: "fixedfrom", label: "The first" },
      { value: "fixedto", label: "The last" },
    ],
  },
  { kind: "text", name: "start_policy_date", label: "Fixed day", hint: "Like 2027-03-01 09:00." },
  { kind: "number", name: "meta.gate.visits", label: "Total visits", hint: "Default: one for each day." },
  { kind: "text", name: "program", label: "Program", hint: "The key of a membership program." },
  {
    kind: "key",
    name: "gift_codes",
    label: "Codes of gifts",
    chapters: "code_group",
    none: "Not sold as a gift",
  },
  { kind: "flag", name: "physical_card", label: "A card is sent by post" },
];

const questions = [
  { value: "", label: "Yes" },
  { value: "no", label: "No" },
  { value: "optional", label: "Optional" },
] as const;

/** Settings of a ticket type for members. */
export const memberSettings: readonly Setting[] = [
  {
    kind: "text",
    name: "member_event_ticket_type",
    label: "Benefit that it counts as",
    hint: "The name in the benefits of a role.",
  },
  { kind: "text", name: "role", label: "Role", hint: "The key of a role of the program." },
  {
    kind: "text",
    name: "membership_rule.party_role",
    label: "On the membership as",
    hint: "member, second-card, child, guest, or a name of your own.",
  },
  { kind: "choice", name: "membership_rule.named", label: "Name is asked for", options: questions },
  { kind: "choice", name: "membership_rule.emailed", label: "Email address is asked for", options: questions },
  { kind: "number", name: "membership_rule.min", label: "At least" },
  { kind: "number", name: "membership_rule.max", label: "At most" },
];
