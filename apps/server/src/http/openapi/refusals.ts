import type { RefusalCode } from "@foyer/contract/errors.ts";

type Codes = readonly RefusalCode[];

/** Codes with which a call on a cart can be refused. */
export const cartRefusals: Codes = ["not_found", "access_denied", "cart_expired", "cart_booked"];
export const cartChangeRefusals: Codes = [...cartRefusals, "cart_not_editable", "payment_in_progress"];

/** Codes about the required contents of a cart, checked after each change, before a payment and before the order. */
const compositionRefusals: Codes = [
  "min_tickets_per_order_not_met",
  "max_tickets_per_order_exceeded",
  "anchor_required",
  "anchor_tickets_mismatch",
  "rule_blocks_reserve",
  "membership_in_cart",
  "membership_not_renewable",
  "gift_needs_empty_cart",
  "event_session_not_on_sale",
];

/** Codes with which a promo code can be refused. */
const codeRefusals: Codes = ["code_not_found", "code_exhausted", "duplicate_code", "no_code_benefit"];

/** All codes with which a request for tickets can be refused. */
export const holdRefusals: Codes = [
  ...cartChangeRefusals,
  ...compositionRefusals,
  ...codeRefusals,
  "seller_suspended",
  "too_many_requests",
  "event_not_found",
  "event_session_not_found",
  "event_session_sold_out",
  "session_capacity_exceeded",
  "ticket_group_sold_out",
  "ticket_group_capacity_exceeded",
  "ticket_group_not_on_sale",
  "ticket_type_not_available",
  "ticket_not_found",
  "member_required",
  "member_limit_exceeded",
  "seat_not_available",
  "seat_not_found",
  "not_enough_seats",
  "too_many_seats",
  "price_out_of_range",
  "invalid_citypass",
  "additional_info_validation_failed",
];

/** The same if the request may change an order. */
export const orderHoldRefusals: Codes = [
  ...holdRefusals,
  "validation_failed",
  "ticket_state_incorrect",
  "tickets_too_old",
  "unavailable",
];

export const captchaRefusals: Codes = ["captcha_required", "captcha_failed", "too_many_requests"];

/** Codes about a buyer's payments and gift cards, when money is authorised and when it is captured. */
const moneyRefusals: Codes = [
  "payment_in_progress",
  "payment_incomplete",
  "card_declined",
  "incorrect_cvc",
  "insufficient_balance",
  "not_configured",
  "unavailable",
];

/** Codes with which a change of an order can be refused on confirmation. */
const orderChangeRefusals: Codes = ["ticket_not_found", "ticket_state_incorrect", "tickets_too_old"];

/** Codes with which turning a cart into an order can be refused. */
export const checkoutRefusals: Codes = [
  "seller_suspended",
  ...cartRefusals,
  ...compositionRefusals,
  ...moneyRefusals,
  "code_not_found",
  "code_exhausted",
  "terms_not_accepted",
  "gift_to_oneself",
  "validation_failed",
  "additional_info_validation_failed",
  ...orderChangeRefusals,
];

/**
 * Codes with which a payment can be refused. Everything that the checkout would refuse is checked before money is
 * authorised.
 */
export const paymentRefusals: Codes = [
  ...checkoutRefusals,
  ...captchaRefusals,
  "intent_requires_action",
  "payment_incorrect_amount",
  "event_session_moved",
  "payment_not_supported",
  "gateway_not_available",
  "ledger_not_allowed",
];

/** Codes of calls that only a logged-in member may make. */
export const memberRefusals: Codes = ["not_authorized", "step_up_required"];

/** Codes with which saving a purchaser can be refused. */
export const purchaserRefusals: Codes = [
  ...cartRefusals,
  "cart_not_editable",
  "payment_in_progress",
  "code_not_found",
  "code_exhausted",
  "terms_not_accepted",
  "gift_to_oneself",
  "additional_info_validation_failed",
];
