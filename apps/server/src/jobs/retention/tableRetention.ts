import type { RetentionKind } from "./periods.ts";

/** A test, by its file in apps/server/src and its full title. */
type Shown = { readonly file: string; readonly test: string };
/**
 * What happens to a table's rows: they are deleted or blanked after a period (`after`, by the retention job or by the
 * named job), or kept for a reason. `limit` is the number of rows that a user can create, if users can create them.
 */
export type TableRetention =
  | { readonly after: RetentionKind | "its job"; readonly shown: Shown }
  | { readonly kept: string; readonly limit?: string };

const here = "jobs/retention/deleteOldRows.test.ts";
const visitor = {
  file: here,
  test: "a visitor who leaves without an order is deleted after cart and session have outlived their periods, with the whole history",
};
const cleanUp = "modules/staff/cleanUp.test.ts";
const dated = { file: "jobs/retention/datedRows.test.ts", test: "rows of a period go after it, and not before" };
const staffRows = { file: cleanUp, test: "rows of accounts are deleted some time after they are over, and not before" };
const scans = {
  file: "office/gate/devices.test.ts",
  test: "refusals, old codes and devices that were never paired are deleted after their time, entries are not",
};
const entries = {
  file: "modules/audit/audit.test.ts",
  test: "entries go after their time, changes after seven years and sign-ins after one",
};
const passes = {
  file: "jobs/retention/oldPasses.test.ts",
  test: "a pass and its devices are forgotten once its visit and its last change are as long ago, and not before",
};
const books = { kept: "books: orders, tickets and money are kept, and the server has no right to delete them" };
const catalogue = { kept: "the catalogue: as many as the seller publishes; what was sold refers to it" };
const byOrder = { kept: "belongs to an order, which is kept; erased with its purchaser" };
const counter = { kept: "one row a seller" };
const testGateway = { kept: "the books of the test gateway; a real shop has none" };

/** Every table. A test lists the database's tables and fails for one that is missing here. */
export const tableRetention: Readonly<Record<string, TableRetention>> = {
  // Visitors and their carts.
  cart: { after: "carts", shown: visitor },
  ticket: { after: "carts", shown: visitor },
  transition: { after: "carts", shown: visitor },
  cart_code: {
    after: "carts",
    shown: {
      file: here,
      test: "a visitor who leaves without an order loses an empty cart, and the codes in it are free again",
    },
  },
  cart_discount: { after: "carts", shown: visitor },
  order_change: {
    after: "carts",
    shown: { file: here, test: "the expired change of an order goes after its period, and the order stays" },
  },
  identity: { after: "visitors", shown: visitor },
  visitor_session: { after: "sessions", shown: visitor },
  idempotency_key: { after: "replies", shown: dated },
  login_token: { after: "login_tokens", shown: dated },
  login_attempt: { after: "login_attempts", shown: dated },
  oauth_state: { after: "login_redirects", shown: dated },
  spent_login_token: { after: "spent_tokens", shown: dated },
  spent_captcha: { after: "spent_tokens", shown: dated },
  outbox: {
    after: "emails",
    shown: {
      file: here,
      test: "a purchase stays with its money and history for ever; the e-mail loses text and address",
    },
  },
  ticket_sending: {
    after: "emails",
    shown: {
      file: here,
      test: "whom tickets were sent to is forgotten with old e-mails, and not before the visit is as long ago",
    },
  },
  wallet_pass: { after: "wallet_passes", shown: passes },
  wallet_registration: { after: "wallet_passes", shown: passes },
  payment_event: {
    after: "webhook_events",
    shown: { file: here, test: "webhook events go after their period, those that are not processed never" },
  },
  rate_limit: {
    after: "its job",
    shown: {
      file: "jobs/retention/datedRows.test.ts",
      test: "ended limits are deleted in batches, and windows that are open stay",
    },
  },
  resend_request: {
    kept: "deleted when it is answered or was tried five times",
    limit: "the quota of asking for e-mails again",
  },
  job_turn: { kept: "two rows a seller" },
  order_search_due: { kept: "deleted within seconds, when the order's words are written" },
  wallet_session_change: { kept: "deleted within seconds, when the wallets are notified" },

  // Orders and money.
  ticket_order: books,
  order_invoice: byOrder,
  order_word: byOrder,
  order_note: { ...byOrder, limit: "200 an order" },
  comp_order: byOrder,
  scheduled_payment: books,
  plan_change: books,
  payment: books,
  payment_attempt: books,
  payment_audit: books,
  refund: books,
  stripe_intent: books,
  dispute_deadline: books,
  money_review: { kept: "one row a payment that needs a person; deleted when it is done" },
  money_note: { kept: "says why money was settled by hand; erased with the purchaser", limit: "200 a payment" },
  provider_payout: { kept: "books: as many as the provider pays out" },
  payout_row: { kept: "books: one for each movement at the provider" },
  payout_reading: { kept: "one row a gateway" },
  payment_reconciliation: { kept: "one row a gateway" },
  journal_entry: books,
  journal_day: { kept: "books: sums by day, fewer than the entries" },
  journal_session_day: { kept: "books: sums by session and day, fewer than the entries" },
  journal_closed_day: { kept: "one row a day" },
  journal_backfill: { kept: "seven rows a seller, deleted as each step ends" },
  till: { kept: "books: closings are numbered without gaps", limit: "one open till a person" },
  till_entry: { kept: "books: what went into a till and out of it" },
  counter_sale: { kept: "one row a sale at the counter" },
  till_counter: counter,
  order_counter: counter,
  lock_slot: { kept: "1,024 rows a seller and purpose" },

  // Gift cards, codes, memberships.
  ledger_account: { kept: "books: a card is money that is owed" },
  ledger_entry: books,
  desk_gift_card: { kept: "belongs to a card; erased with its recipient" },
  gift_card_word: { kept: "belongs to a card; erased with its recipient" },
  gift_card_act: { kept: "books: why staff changed a balance" },
  gift_card_batch: {
    kept: "books: why cards were issued, and by whom",
    limit: "20 at work at once, 10,000 cards each",
  },
  replaced_gift_card_number: { kept: "a number that was replaced is never given out again" },
  code: { kept: "what was sold with a code refers to it" },
  code_batch: { kept: "why codes were made, and by whom", limit: "20 at work at once, 100,000 codes each" },
  membership: books,
  membership_gift: books,
  member_import: { kept: "why many members came at once, and by whom", limit: "20 open at once, 5,000 rows each" },
  merged_identity: { kept: "two ids a merged person, by which what is written about them leads to them" },
  person_merge: { after: "person_merges", shown: dated },
  member_import_row: {
    after: "member_imports",
    shown: {
      file: "office/members/imports/memberImports.test.ts",
      test: "rows of an import that nobody ends are deleted after their time",
    },
  },
  plastic_card: { kept: "one row a physical card, as long as its membership" },
  allowance_use: books,
  auto_renewal: books,
  saved_payment_method: { kept: "without the card's details once it is removed; payments refer to it" },
  payment_method_removal: { kept: "one row a card that the provider was told to forget, so that it is told once" },

  // Accounts of visitors; requests about a person.
  user_login: { kept: "an account, until its owner is erased" },
  external_login: { kept: "an account, until its owner is erased" },
  person_request: { kept: "says after a restore who is to be erased again" },

  // The catalogue.
  checkout_rule: catalogue,
  code_group: catalogue,
  discount: catalogue,
  event_session: catalogue,
  house_hold: { kept: "with its session; deleted when its places are given free", limit: "200 a session" },
  house_seat: { kept: "with its session; deleted when its seat is given free" },
  event_template: catalogue,
  image_asset: catalogue,
  membership_program: catalogue,
  membership_role: catalogue,
  membership_rule: catalogue,
  message_rule: catalogue,
  price_log: { kept: "the law asks for former prices (decision 006)" },
  seat: catalogue,
  seat_map: catalogue,
  seller: { kept: "the catalogue; a preview is deleted a moment after its day", limit: "10 previews a seller" },
  session_price: catalogue,
  ticket_group: catalogue,
  ticket_type: catalogue,
  venue: catalogue,
  catalogue_day: counter,
  catalogue_draft: { kept: "until it is published or discarded", limit: "200 a seller, 1 MB each" },
  uploaded_picture: {
    after: "uploaded_pictures",
    shown: {
      file: "office/editing/pictures/uploads.test.ts",
      test: "one that no draft names any more is deleted after its time, and one that a draft names stays",
    },
  },
  catalogue_revision: { kept: "the newest 200 of a seller; older ones are deleted as one is published" },

  // Staff and the gate.
  staff: { kept: "the audit log names accounts for as long as it is kept" },
  staff_grant: { kept: "who may do what now", limit: "six roles a person and seller" },
  staff_totp: { kept: "deleted when it is replaced", limit: "two an account" },
  staff_recovery_code: { kept: "deleted when they are replaced", limit: "ten an account" },
  staff_passkey: { kept: "until its owner removes it", limit: "20 an account" },
  staff_sign_in: { after: "its job", shown: staffRows },
  staff_idempotency_key: {
    after: "its job",
    shown: {
      file: "office/signin/repeatedCalls.race.test.ts",
      test: "an unanswered key of an account is free again after a minute, and a reply is deleted after a day",
    },
  },
  staff_password_link: { after: "its job", shown: staffRows },
  staff_invitation: { after: "its job", shown: staffRows },
  staff_attempt: { after: "its job", shown: staffRows },
  staff_challenge: {
    after: "its job",
    shown: { file: cleanUp, test: "challenges that are over are deleted, and others stay" },
  },
  operator_permit: { after: "operator_visits", shown: dated },
  report_run: { after: "reports", shown: dated },
  saved_view: { kept: "until somebody deletes it", limit: "50 a list, of a person and of everybody" },
  gate_code: { kept: "until its person removes it or may not allow entries any more", limit: "one row a person" },
  report_choice: { kept: "as its view, or until somebody wants it no more", limit: "one row a person and kept report" },
  money_notice: { kept: "one row a person who wishes e-mails", limit: "it names 1,000 payments at most" },
  bulk_job: { kept: "why many orders were changed", limit: "20 open at once" },
  bulk_item: { kept: "belongs to an order, which is kept" },
  audit_entry: { after: "audit", shown: entries },
  audit_personal: { after: "audit", shown: entries },
  scan: { after: "scans", shown: scans },
  replaced_code: { after: "scans", shown: scans },
  scan_device: { after: "scans", shown: scans },

  // The installation.
  payment_keys: { kept: "one row a gateway" },
  provider_keys: { kept: "one row a provider" },
  installation_note: { kept: "a few rows" },
  installation_secret: { kept: "a few rows" },
  page_file: { kept: "files of the newest releases; older ones are deleted as one starts" },
  page_release: { kept: "the newest releases; older ones are deleted as one starts" },
  schema_migration: { kept: "one row a migration" },
  test_gateway_intent: testGateway,
  test_gateway_method: testGateway,
  test_gateway_refund: testGateway,
};
