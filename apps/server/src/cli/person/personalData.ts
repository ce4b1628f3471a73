/** Rows of a table that are about a person, and what of them is not given out. */
type PersonalTable = {
  /** The rows, in SQL: of the table `x` and the person's ids `s` (personScope.sql.ts). */
  readonly about: string;
  /** Columns that are not exported, with the reason. */
  readonly hidden?: Readonly<Record<string, string>>;
};

const secret = "a secret, and useless to the person";
const reference = "the payment provider's own reference";

/** Every table with rows about a person. `foyer person export` writes all their columns, except the hidden ones. */
export const personalTables = {
  identity: { about: "x.id = any(s.visitors)" },
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
  plan_change: { about: "x.cart_id = any(s.carts)" },
  ticket_order: { about: "x.id = any(s.orders)" },
  order_change: { about: "x.ticket_order_id = any(s.orders)" },
  ticket_sending: { about: "x.ticket_order_id = any(s.orders) or lower(x.email) = s.email" },
  order_invoice: { about: "x.ticket_order_id = any(s.orders)" },
  /** Words of names and addresses that staff find an order by. */
  order_word: {
    about:
      "x.order_number in (select o.order_number from ticket_order o where o.seller_id = s.seller_id and o.id = any(s.orders))",
  },
  /** What staff have noted on an order. */
  order_note: { about: "x.ticket_order_id = any(s.orders)" },
  ticket: { about: "x.id = any(s.tickets)" },
  /** When the person was let in, or not. */
  scan: { about: "x.ticket_id = any(s.tickets) or x.membership_id = any(s.memberships)" },
  replaced_code: { about: "x.ticket_id = any(s.tickets)", hidden: { code_hash: "a hash of the ticket's former code" } },
  /** What a member of the staff changed that names the person. */
  audit_personal: { about: "x.identity_id = any(s.visitors)" },
  allowance_use: { about: "x.ticket_id = any(s.tickets)" },
  membership: { about: "x.id = any(s.memberships)" },
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
    hidden: { client_network: "a signature that nobody can read" },
  },
  payment_audit: { about: "x.payment_id = any(s.payments)" },
  refund: { about: "x.payment_id = any(s.payments)" },
  stripe_intent: { about: "x.payment_id = any(s.payments)" },
  ledger_account: {
    about: "x.source_ticket_id = any(s.tickets)",
    hidden: { number: "pays for whoever knows it", normalized: "pays for whoever knows it" },
  },
  ledger_entry: { about: "x.payment_id = any(s.payments)" },
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

/** What a seller offers: no row is about a visitor. */
export const catalogueTables = [
  "checkout_rule",
  "code",
  "code_group",
  "discount",
  "event_session",
  "event_template",
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

/** Accounts and devices of the sellers' staff, who are no customers; the audit log names them by their account's id. */
export const staffTables = [
  "audit_entry",
  "scan_device",
  "staff",
  "staff_grant",
  "staff_invitation",
  "staff_password_link",
  "staff_recovery_code",
  "staff_sign_in",
  "staff_totp",
  "staff_try",
] as const;

/** Tables of which nothing is exported: each of their columns, and why it says nothing about a person. */
export const impersonalTables: Readonly<Record<string, { readonly why: string; readonly columns: readonly string[] }>> =
  {
    transition: {
      why: "states of carts, tickets and payments, which are exported themselves",
      columns: ["seller_id", "id", "entity", "entity_id", "from_state", "to_state", "at"],
    },
    login_attempt: {
      why: "signatures that lead to nobody, for one day",
      columns: ["seller_id", "id", "action", "target", "client_network", "at"],
    },
    order_search_due: {
      why: "orders whose words are written within seconds",
      columns: ["seller_id", "id", "ticket_order_id"],
    },
    oauth_state: {
      why: "a login at another provider before it is known whose it is, for fifteen minutes",
      columns: [
        "seller_id",
        "secret_hash",
        "purpose",
        "browser_hash",
        "issuer",
        "redirect_path",
        "url",
        "created_at",
        "expires_at",
        "used_at",
      ],
    },
    rate_limit: {
      why: "signatures that lead to nobody, until the limit's window ends",
      columns: ["seller_id", "name", "key", "used", "ends_at"],
    },
    spent_login_token: { why: "hashes", columns: ["seller_id", "token_hash", "expires_at"] },
    spent_captcha: { why: "hashes", columns: ["seller_id", "token_hash", "expires_at"] },
    payment_event: {
      why: "that a provider reported something about a payment, which is exported itself",
      columns: [
        "seller_id",
        "gateway_id",
        "id",
        "type",
        "object_id",
        "occurred_on",
        "claimed_until",
        "done_at",
        "outcome",
        "created_at",
      ],
    },
    payment_reconciliation: {
      why: "how far a provider was read",
      columns: ["seller_id", "gateway_id", "reconciled_until", "checked_at"],
    },
    wallet_session_change: {
      why: "that a session has another time",
      columns: ["seller_id", "id", "event_session_id"],
    },
    payment_keys: { why: "the seller's secrets", columns: ["seller_id", "gateway_id", "sealed", "updated_at"] },
    provider_keys: { why: "the seller's secrets", columns: ["seller_id", "provider", "sealed", "updated_at"] },
    test_gateway_intent: {
      why: "test cards, which nobody owns",
      columns: [
        "seller_id",
        "id",
        "idempotency_key",
        "status",
        "amount",
        "currency",
        "card",
        "decline_code",
        "created_at",
        "method_id",
      ],
    },
    test_gateway_method: {
      why: "test cards, which nobody owns",
      columns: ["seller_id", "id", "customer", "card", "exp_month", "exp_year", "created_at", "detached_at"],
    },
    test_gateway_refund: {
      why: "test cards, which nobody owns",
      columns: ["seller_id", "id", "intent_id", "idempotency_key", "amount", "created_at"],
    },
    installation_note: { why: "about the installation", columns: ["name", "value"] },
    installation_secret: { why: "about the installation", columns: ["name", "value", "sealed"] },
    page_file: { why: "files of the page", columns: ["name", "bytes"] },
    page_release: { why: "files of the page", columns: ["id", "files", "started_at"] },
    schema_migration: { why: "about the installation", columns: ["number", "name", "sha256", "applied_at", "allows"] },
  };
