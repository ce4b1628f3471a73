import * as z from "zod/mini";

/** Every way the server says no, with the HTTP status it travels under. A code that is not here cannot be sent. */
export const refusals = {
  validation_failed: 422,
  bad_field_value: 400,
  not_found: 404,
  method_not_allowed: 405,
  unsupported_media_type: 415,
  payload_too_large: 413,
  too_many_requests: 429,
  unavailable: 503,
  request_refused: 403,
  access_denied: 403,
  not_authorized: 401,
  scope_error: 400,
  event_not_found: 404,
  event_session_not_found: 404,
  event_session_sold_out: 409,
  session_capacity_exceeded: 409,
  event_session_not_on_sale: 422,
  ticket_group_sold_out: 409,
  ticket_group_capacity_exceeded: 409,
  ticket_group_not_on_sale: 422,
  ticket_type_not_available: 422,
  max_tickets_per_order_exceeded: 422,
  min_tickets_per_order_not_met: 422,
  member_limit_exceeded: 422,
  seat_not_available: 409,
  seat_not_found: 422,
  not_enough_seats: 422,
  too_many_seats: 422,
  rule_blocks_reserve: 422,
  anchor_required: 422,
  anchor_tickets_mismatch: 422,
  price_out_of_range: 422,
  invalid_citypass: 422,
  citypass_failure: 422,
  code_exhausted: 409,
  code_not_found: 404,
  duplicate_code: 409,
  no_code_benefit: 422,
  additional_info_validation_failed: 422,
  ticket_not_found: 404,
  ticket_state_incorrect: 409,
  tickets_too_old: 422,
  cart_expired: 410,
  cart_booked: 409,
  cart_not_editable: 409,
  extension_limit_reached: 409,
  payment_in_progress: 409,
  payment_incorrect_amount: 422,
  payment_not_supported: 422,
  payment_incomplete: 402,
  card_declined: 402,
  incorrect_cvc: 402,
  intent_requires_action: 402,
  intent_processing: 409,
  gateway_not_available: 422,
  not_configured: 400,
  terms_not_accepted: 422,
  test_mode_not_allowed: 403,
} as const;

export type RefusalCode = keyof typeof refusals;

/** The context a code is said in; the pair `code:context` is what a screen looks at (document 2 §8.2). */
export const contexts = [
  "general",
  "reserve",
  "seating",
  "checkout_rules",
  "event_calendar",
  "cart",
  "cart_remove_tickets",
  "checkout",
  "payment",
  "stripe_gateway",
  "order",
  "image",
  "identity",
] as const;
export type RefusalContext = (typeof contexts)[number];

export const RefusalItem = z.object({
  _code: z.string(),
  _context: z.string(),
  _description: z.string(),
  _extra: z.optional(z.record(z.string(), z.unknown())),
});
/** The body of every 4xx and 5xx answer. */
export const RefusalReply = z.object({ _data: z.array(RefusalItem), request_id: z.optional(z.string()) });
export type RefusalReply = z.infer<typeof RefusalReply>;
