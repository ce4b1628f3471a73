import type { RefusalCode, RefusalContext } from "./errors.ts";

/** The text of a refusal that knows only the names of the invalid fields. */
export const wrongFieldsText =
  "There were errors found in the information you submitted. Please address the errors and re-submit the form.";

/** The text of an address where nothing is. */
export const nothingFoundText = "Oops! We could not find anything at this URL.";

/** The text of a refusal for tickets that are not part of the order. */
export const goneFromOrderText = "Some of these tickets are no longer part of this order.";

/**
 * The English text of each error code. A seller's string `error.{code}` replaces it; `{name}` is filled from `extra`.
 */
export const refusalDescriptions: Readonly<Record<RefusalCode, string>> = {
  validation_failed: wrongFieldsText,
  bad_field_value: "Oops! Sorry, something went wrong. Please try again.",
  not_found: nothingFoundText,
  method_not_allowed: "Oops! Sorry, something went wrong. Please try again.",
  unsupported_media_type: "Oops! Sorry, something went wrong. Please try again.",
  payload_too_large: "Oops! Sorry, something went wrong. Please try again.",
  too_many_requests: "Sorry. Please try again later.",
  unavailable: "Sorry, something unexpected happened. Please try again later.",
  request_refused: "Oops! Sorry, something went wrong. Please try again.",
  access_denied: "Oops! Sorry, something went wrong. Please try again.",
  not_authorized: "Oops! Sorry, something went wrong. Please try again.",
  scope_error: "Oops! Sorry, something went wrong. Please try again.",
  event_not_found: "Sorry, tickets are not available for this event.",
  event_session_not_found: "Sorry, the selected time is not found.",
  event_session_sold_out: "Sorry, tickets are not available at the selected time.",
  session_capacity_exceeded:
    "There are not enough tickets left for this session. Please choose fewer tickets or another session.",
  event_session_not_on_sale: "Sorry, tickets are not available at the selected time.",
  event_session_moved:
    "The time of {event} has changed. It is now {time}. Nothing was charged: pay if this suits you too.",
  ticket_group_sold_out: "{group}: these tickets have sold out.",
  ticket_group_capacity_exceeded: "{group}: there are not enough left. Please choose fewer tickets.",
  ticket_group_not_on_sale: "Sorry, tickets are not available for this event.",
  ticket_type_not_available: "Sorry, the selected ticket type(s) are not available.",
  max_tickets_per_order_exceeded: "{group}: you can buy at most {max} in one order.",
  min_tickets_per_order_not_met: "{group}: please choose at least {min}.",
  member_limit_exceeded: "Your membership does not allow this many tickets.",
  seat_not_available: "Only available seats may be selected. Seat {name} is {state}",
  seat_not_found: "Sorry, the selected seat could not be found.",
  not_enough_seats: "Not enough seats for {group} {type}",
  too_many_seats: "Too many seats for {group}",
  rule_blocks_reserve: "A code is required to continue with your order.",
  anchor_required: "Please add an admission event to your cart first.",
  anchor_tickets_mismatch: "Please choose the same number of tickets as for your admission ({count}).",
  price_out_of_range: "Value entered is outside min/max",
  invalid_citypass: "Does not match the expected format. Please check your city-pass code.",
  citypass_failure: "Please check your city-pass code.",
  code_exhausted: "This code has already been used.",
  code_not_found: "This code is not valid.",
  duplicate_code: "This code is already applied.",
  no_code_benefit: "This code does not apply to anything in your cart.",
  additional_info_validation_failed: "Please check your answers and try again.",
  ticket_not_found: "Some of these tickets are no longer in your cart.",
  ticket_state_incorrect: "These tickets can no longer be changed.",
  tickets_too_old: "These tickets can no longer be changed.",
  cart_expired: "Cart timed out",
  cart_booked: "Cart with order ID {order_id} has been booked.",
  cart_not_editable: "This cart can no longer be changed.",
  extension_limit_reached: "Your time cannot be extended any further.",
  payment_in_progress: "A payment is in progress. Please wait for it to finish.",
  payment_incorrect_amount: "The amount due has changed. Please check your cart and try again.",
  payment_not_supported: "Payment is not supported for this amount.",
  payment_incomplete: "Please edit your payment details and try again.",
  card_declined: "Your card was declined.",
  incorrect_cvc: "Your card's security code is incorrect.",
  intent_requires_action: "Your bank asks you to confirm this payment.",
  intent_processing: "Your payment is being processed.",
  gateway_not_available: "Please edit your payment details and try again.",
  not_configured: "Payments are not set up yet.",
  terms_not_accepted: "Please accept the terms to continue.",
  insufficient_balance: "There is not enough left on this gift card.",
  ledger_not_allowed: "A gift card cannot be paid for with a gift card.",
  captcha_required: "Please confirm that you are human and try again.",
  captcha_failed: "Please confirm that you are human and try again.",
  address_lookup_failed: "Addresses cannot be looked up at the moment. Please enter yours manually.",
  test_mode_not_allowed: "Payments are not set up yet.",
  request_in_progress: "Your last request is still being processed. Please wait for it to finish.",
  idempotency_key_reused: "This key was used for another request.",
  validate_not_email: "Email address is not valid.",
  validate_failed: "This reset link is not valid. It may have expired.",
  otp_incorrect: "The passcode you entered is invalid.",
  otp_token_expired: "The passcode you entered is invalid.",
  not_available_yet: "Your code is on its way. Please try again in a moment.",
  guest_account: "You have not set a password yet. Please check your email inbox for a link to set one.",
  incorrect_password: "That is not the correct password. Please try again.",
  email_taken: "Another account already uses this email address.",
  step_up_required: "Please log in to do this.",
  gift_to_oneself: "You cannot gift a membership to yourself. Do you want to buy or renew a membership?",
  gift_needs_empty_cart: "Gifts have to be bought separately. Please check out or empty your cart first.",
  membership_in_cart: "There is already a membership in your cart.",
  membership_not_renewable: "This membership cannot be renewed yet.",
  member_required: "These tickets are for members. Please log in.",
  auto_renew_not_scheduled: "You are not enrolled in auto-renew.",
  sign_in_failed: "The email address, password or code is incorrect.",
  second_factor_required: "Set up a second factor first.",
  second_factor_incorrect: "That code is incorrect. Wait for the next one and try again.",
  device_ended: "This device was ended. Ask for a new pairing code.",
  device_paired: "This device is paired already.",
  invitation_over: "This link no longer works. Ask the person who invited you for a new one.",
  last_owner: "Every seller needs an owner. Make somebody else an owner first.",
  owner_exists: "This seller has an owner, who invites everybody else.",
  slug_taken: "This address is taken. Please choose another one.",
  seller_suspended: "Nothing is sold here at the moment. Your orders stay open.",
  last_second_factor: "This is your last second factor. Add another one first.",
  passkey_refused: "This passkey was not accepted. Please try again.",
  not_mergeable: "These two persons cannot be merged.",
  stale_version: "This was changed in the meantime. Check the current version and try again.",
  refund_too_much: "This is more than can still be refunded.",
  policy_refuses: "The policy of this order does not allow this. Ask somebody who may go beyond it.",
  refund_limit: "This is more than you can refund. Ask a colleague to do it.",
  comp_limit: "This is more than you may give away in a day. Ask a colleague to do it.",
  not_ready_for_live: "The shop is not ready to take real payments yet.",
  bulk_started: "This has already started. Check its progress.",
  gift_card_inactive: "This gift card is out of use.",
  publish_conflict: "Somebody else has published changes of the same fields. Choose which ones count.",
  would_break_promise: "More is sold or held than would be left.",
  has_buyers: "These sessions have buyers. Say whether to write to them.",
  session_begun: "A session that has begun cannot be changed.",
  seat_sold: "A seat that is sold, held or kept already cannot be kept or blocked.",
  no_revision: "This catalogue was imported before revisions were kept. Import its file once more to edit it here.",
  till_closed: "You have no open till. Open one first.",
  till_open: "You have a till that is not closed yet.",
  till_counted: "This till was counted. Close it, and open another one to go on.",
  till_short: "There is not so much cash in the till.",
};

/** The text of a code in a context where the general text would not fit. */
export const contextDescriptions: Readonly<Partial<Record<`${RefusalCode}:${RefusalContext}`, string>>> = {
  "access_denied:cart": "Access denied to cart",
  "access_denied:ledger": "Only the person who issued the cards sees their numbers, for a day.",
  "access_denied:staff": "Your role does not allow this.",
  "not_authorized:staff": "Please sign in.",
  "not_found:staff": "We could not find this, or you have no role there.",
  "step_up_required:staff": "Please confirm your identity first.",
  "too_many_requests:staff": "Too many attempts. Please wait before you try again.",
  "bad_field_value:audit": "These filters cannot be combined.",
  "cart_expired:order": "The tickets of this change are no longer held.",
  "payment_incorrect_amount:order": "The amount due has changed. Please review it and try again.",
  "ticket_not_found:order": goneFromOrderText,
};

/**
 * Texts of `extra.reason`: of refused codes, also in a change of an order (`change`), and of a cart above the limit that no
 * seller can raise (`cart`). A seller's string `error.{code}.{reason}` replaces one; `{day}` is when the code begins to be
 * valid.
 */
export const reasonDescriptions: Readonly<Partial<Record<`${RefusalCode}.${string}`, string>>> = {
  "max_tickets_per_order_exceeded.cart": "You can buy at most {max} tickets in one order.",
  "code_not_found.expired": "This code has expired.",
  "code_not_found.not_yet_valid": "This code can be used from {day}.",
  "no_code_benefit.change": "This code does not apply to your new tickets.",
  "no_code_benefit.not_combinable": "This code cannot be combined with your discount. The better price stays.",
};
