import { cardsOfPerson, isBatchOfPerson, isEntryOfPerson, isJobOfPerson, mentions } from "./mentions.sql.ts";

/** Rows of a table that are about a person, and which of their columns are not exported. */
type PersonalTable = {
  /** The condition for the rows in SQL, on the table `x` and the person's ids `s` (personScope.sql.ts). */
  readonly about: string;
  /** Columns that are not exported, with the reason. */
  readonly hidden?: Readonly<Record<string, string>>;
};

const secret = "a secret, and useless to the person";
const colleague = "who of the staff did it, which the person does not learn from their own data";
const reference = "the payment provider's own reference";

/** Every table with rows about a person. `foyer person export` writes all their columns, except the hidden ones. */
export const personalTables = {
  identity: { about: "x.id = any(s.visitors)" },
  merged_identity: { about: "x.identity_id = any(s.people) or x.kept_identity_id = any(s.people)" },
  person_merge: { about: "x.kept_identity_id = any(s.people)", hidden: { staff_id: colleague } },
  user_login: { about: "x.identity_id = any(s.people)", hidden: { password: secret } },
  external_login: { about: "x.identity_id = any(s.people)" },
  visitor_session: {
    about: "x.identity_id = any(s.visitors) or x.member_identity_id = any(s.people)",
    hidden: { token_hash: secret },
  },
  login_token: {
    about: "x.identity_id = any(s.people) or x.email = s.email",
    hidden: { token_hash: secret, code_hash: secret, browser_hash: secret },
  },
  resend_request: { about: "lower(x.email) = s.email" },
  idempotency_key: { about: "x.identity_id = any(s.visitors)", hidden: { request_hash: "a hash of the request" } },
  cart: { about: "x.id = any(s.carts)", hidden: { client_network: "a signature that nobody can read" } },
  cart_code: { about: "x.cart_id = any(s.carts)" },
  cart_discount: { about: "x.cart_id = any(s.carts)" },
  scheduled_payment: { about: "x.cart_id = any(s.carts)" },
  plan_change: { about: `x.cart_id = any(s.carts) or ${mentions("x.reason")}` },
  ticket_order: { about: "x.id = any(s.orders)" },
  order_change: { about: `x.ticket_order_id = any(s.orders) or ${mentions("x.reason")}` },
  ticket_sending: { about: "x.ticket_order_id = any(s.orders) or lower(x.email) = s.email" },
  order_invoice: { about: "x.ticket_order_id = any(s.orders)" },
  /** Words of names and addresses by which staff find an order. */
  order_word: {
    about:
      "x.order_number in (select o.order_number from ticket_order o where o.seller_id = s.seller_id and o.id = any(s.orders))",
  },
  /** Staff notes on a payment, and who handles it. */
  money_note: { about: `x.payment_id = any(s.payments) or ${mentions("x.text")}` },
  money_review: { about: "x.payment_id = any(s.payments)" },
  comp_order: { about: `x.ticket_order_id = any(s.orders) or ${mentions("x.reason")}` },
  /** What a bulk job did to an order. */
  bulk_item: { about: "x.ticket_order_id = any(s.orders)" },
  /** Staff notes on an order. */
  order_note: { about: `x.ticket_order_id = any(s.orders) or ${mentions("x.text")}` },
  /** Reasons that staff gave, if they are about the person or name them. */
  audit_entry: {
    about: isEntryOfPerson,
    hidden: { staff_id: colleague, roles: colleague, request_id: "names a line of the server's log" },
  },
  bulk_job: { about: isJobOfPerson, hidden: { staff_id: colleague, selection_hash: "a hash of what was chosen" } },
  gift_card_act: {
    about: `x.account_id in (${cardsOfPerson}) or ${mentions("x.reason")}`,
    hidden: { staff_id: colleague },
  },
  gift_card_batch: { about: isBatchOfPerson, hidden: { staff_id: colleague } },
  replaced_gift_card_number: {
    about: `x.account_id in (${cardsOfPerson}) or ${mentions("x.reason")}`,
    hidden: { normalized: "the number of a gift card", staff_id: colleague },
  },
  code_batch: { about: mentions("x.reason"), hidden: { staff_id: colleague } },
  till: { about: mentions("x.reason"), hidden: { staff_id: colleague } },
  till_entry: { about: mentions("x.reason") },
  operator_permit: { about: mentions("x.reason"), hidden: { allowed_by: colleague } },
  /** Places of a session that staff keep for somebody. */
  house_hold: { about: mentions("(x.name || ' ' || x.reason)"), hidden: { staff_id: colleague } },
  /** A list or report that staff keep under a name. */
  saved_view: { about: mentions("x.name"), hidden: { staff_id: colleague } },
  /** A staff note on a session. */
  event_session: { about: mentions("x.note") },
  ticket: { about: "x.id = any(s.tickets)" },
  /** When the person was admitted or turned away. */
  scan: { about: "x.ticket_id = any(s.tickets) or x.membership_id = any(s.memberships)" },
  replaced_code: { about: "x.ticket_id = any(s.tickets)", hidden: { code_hash: "a hash of the ticket's former code" } },
  /** The personal data in an audit log entry about a change by staff. */
  audit_personal: {
    about: `x.identity_id = any(s.visitors)
      or x.identity_id is not null and strpos(lower(x.before::text || x.after::text), s.email || '"') > 0`,
  },
  allowance_use: { about: "x.ticket_id = any(s.tickets)" },
  membership: { about: "x.id = any(s.memberships)" },
  /** Rows of an import that has not run yet. */
  member_import_row: { about: "lower(x.email) = s.email" },
  /** Whether a physical card was sent. */
  plastic_card: { about: "x.membership_id = any(s.memberships)" },
  membership_gift: { about: "x.ticket_order_id = any(s.orders) or x.giftee_identity_id = any(s.people)" },
  auto_renewal: { about: "x.identity_id = any(s.people) or x.membership_id = any(s.memberships)" },
  saved_payment_method: {
    about: "x.identity_id = any(s.people)",
    hidden: { provider_ref: reference, customer_ref: reference },
  },
  payment_method_removal: {
    about:
      "x.payment_id = any(s.payments) or x.saved_payment_method_id in (select m.id from saved_payment_method m where m.seller_id = s.seller_id and m.identity_id = any(s.people))",
  },
  payment: {
    about: "x.id = any(s.payments)",
    hidden: { gateway_data: "data of the provider about the card", account_ref: "pays for whoever knows it" },
  },
  payment_attempt: {
    about: "x.payment_id = any(s.payments)",
    hidden: { client_network: "a signature that nobody can read", fingerprint: "a signature that nobody can read" },
  },
  payment_audit: { about: "x.payment_id = any(s.payments)" },
  refund: { about: "x.payment_id = any(s.payments)" },
  dispute_deadline: { about: "x.payment_id = any(s.payments)" },
  payout_row: { about: "x.payment_id = any(s.payments)" },
  stripe_intent: { about: "x.payment_id = any(s.payments)" },
  ledger_account: {
    about: `x.id in (${cardsOfPerson})`,
    hidden: { number: "pays for whoever knows it", normalized: "pays for whoever knows it" },
  },
  ledger_entry: { about: "x.payment_id = any(s.payments)" },
  /** The recipient of the e-mail for a card that staff issued or corrected. */
  desk_gift_card: { about: `x.account_id in (${cardsOfPerson})` },
  gift_card_word: { about: `x.account_id in (${cardsOfPerson})` },
  outbox: { about: "lower(x.to_address) = s.email" },
  wallet_pass: { about: "x.ticket_id = any(s.tickets)", hidden: { code_hash: "a hash of the ticket's code" } },
  wallet_registration: {
    about:
      "x.wallet_pass_id in (select p.id from wallet_pass p where p.seller_id = s.seller_id and p.ticket_id = any(s.tickets))",
    hidden: {
      device_hash: "a hash of the phone's own name for itself",
      push_token: "lets whoever knows it reach the phone",
    },
  },
  person_request: { about: "x.identity_ids && s.visitors" },
} as const satisfies Readonly<Record<string, PersonalTable>>;

export type PersonalTableName = keyof typeof personalTables;

/** What a seller offers. No row is about a visitor. */
export const catalogueTables = [
  "checkout_rule",
  "code",
  "code_group",
  "discount",
  "event_template",
  "house_seat",
  "image_asset",
  "membership_program",
  "membership_role",
  "membership_rule",
  "message_rule",
  "price_log",
  "seat",
  "seat_map",
  "seller",
  "session_price",
  "ticket_group",
  "ticket_type",
  "venue",
] as const;

/**
 * Accounts, devices and catalogues of the sellers' staff, who are not customers. The audit log refers to staff by
 * account id.
 */
export const staffTables = [
  "money_notice",
  "catalogue_day",
  "catalogue_draft",
  "catalogue_revision",
  "uploaded_picture",
  "gate_code",
  "report_choice",
  "scan_device",
  "staff",
  "staff_challenge",
  "staff_grant",
  "staff_idempotency_key",
  "staff_invitation",
  "staff_passkey",
  "staff_password_link",
  "staff_recovery_code",
  "staff_sign_in",
  "staff_totp",
  "staff_attempt",
  "counter_sale",
  "member_import",
] as const;
