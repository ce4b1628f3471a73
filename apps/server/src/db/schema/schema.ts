import type { ReplacedCodeTable, ScanDeviceTable, ScanTable } from "./gate.ts";
import type { Generated } from "kysely";
import type { Json, Timestamp } from "./columns.ts";
import type {
  EventTemplateTable,
  EventSessionTable,
  TicketGroupTable,
  TicketTypeTable,
  SessionPriceTable,
  PriceLogTable,
} from "./events.ts";
import type { OrderNoteTable, OrderSearchDueTable, OrderWordTable } from "./desk.ts";
import type { SeatMapTable, SeatTable } from "./seats.ts";
import type { LedgerAccountTable, LedgerEntryTable } from "./giftCards.ts";
import type {
  CartCodeTable,
  CartDiscountTable,
  CheckoutRuleTable,
  CodeGroupTable,
  CodeTable,
  DiscountTable,
} from "./codes.ts";
import type {
  CartTable,
  OrderChangeTable,
  TicketOrderTable,
  OrderInvoiceTable,
  TicketSendingTable,
  TicketTable,
  TransitionTable,
} from "./carts.ts";
import type {
  PaymentAuditTable,
  PaymentEventTable,
  PaymentKeysTable,
  PaymentTable,
  PlanChangeTable,
  ScheduledPaymentTable,
  PaymentAttemptTable,
  ReconciliationTable,
  RefundTable,
  StripeIntentTable,
  TestGatewayIntentTable,
  TestGatewayMethodTable,
  TestGatewayRefundTable,
} from "./payments.ts";
import type {
  SpentCaptchaTable,
  IdentityTable,
  ProviderKeysTable,
  RateLimitTable,
  VisitorSessionTable,
} from "./identities.ts";
import type {
  AutoRenewalTable,
  ExternalLoginTable,
  SpentLoginTokenTable,
  LoginTokenTable,
  OAuthStateTable,
  LoginAttemptTable,
  AllowanceUseTable,
  MembershipGiftTable,
  MembershipProgramTable,
  MembershipRoleTable,
  MembershipTable,
  ResendRequestTable,
  PaymentMethodRemovalTable,
  SavedPaymentMethodTable,
  UserLoginTable,
} from "./memberships.ts";
import type { ImageAssetTable, MembershipRuleTable, MessageRuleTable, SellerTable, VenueTable } from "./sellers.ts";
import type {
  AuditEntryTable,
  AuditPersonalTable,
  StaffGrantTable,
  StaffInvitationTable,
  StaffPasswordLinkTable,
  StaffRecoveryCodeTable,
  StaffSignInTable,
  StaffTable,
  StaffTotpTable,
  StaffTryTable,
} from "./staff.ts";
import type { WalletPassTable, WalletRegistrationTable, WalletSessionChangeTable } from "./wallets.ts";

export type OutboxTable = {
  seller_id: string;
  id: string;
  kind: string;
  ref_id: string;
  occasion: Generated<string>;
  to_address: string;
  message: Json;
  state: Generated<"queued" | "sending" | "sent" | "kept" | "dead">;
  attempts: Generated<number>;
  next_at: Timestamp;
  created_at: Timestamp;
  sent_at: string | null;
  last_error: string | null;
  /** Since when text and address are gone. */
  blanked_at: Generated<string | null>;
};

export type PersonRequestTable = {
  seller_id: string;
  id: string;
  action: "export" | "erase";
  identity_ids: string[];
  counts: Json<Record<string, number>>;
  forced: Generated<boolean>;
  at: string;
};

export type IdempotencyKeyTable = {
  seller_id: string;
  identity_id: string;
  key: string;
  request_hash: Buffer;
  state: Generated<"in_progress" | "done">;
  reply: string | null;
  created_at: string;
  server_id: Generated<string | null>;
};

export type AppSecretTable = { name: string; value: Buffer; sealed: Generated<boolean> };

export type AppNoteTable = { name: string; value: string };

/** A file of the built page; written by the owner of the tables only. */
export type PageFileTable = { name: string; bytes: Buffer };

/** Rows as the driver returns them: uuids and timestamps as strings ('2026-11-21T17:00:00Z'), dates as '2026-11-21', bigint as number. */
export type Schema = {
  seller: SellerTable;
  image_asset: ImageAssetTable;
  venue: VenueTable;
  event_template: EventTemplateTable;
  event_session: EventSessionTable;
  ticket_group: TicketGroupTable;
  ticket_type: TicketTypeTable;
  seat_map: SeatMapTable;
  seat: SeatTable;
  session_price: SessionPriceTable;
  price_log: PriceLogTable;
  message_rule: MessageRuleTable;
  membership_rule: MembershipRuleTable;
  identity: IdentityTable;
  visitor_session: VisitorSessionTable;
  provider_keys: ProviderKeysTable;
  spent_captcha: SpentCaptchaTable;
  cart: CartTable;
  ticket_order: TicketOrderTable;
  order_change: OrderChangeTable;
  ticket_sending: TicketSendingTable;
  order_invoice: OrderInvoiceTable;
  order_word: OrderWordTable;
  order_search_due: OrderSearchDueTable;
  order_note: OrderNoteTable;
  ticket: TicketTable;
  payment: PaymentTable;
  scheduled_payment: ScheduledPaymentTable;
  plan_change: PlanChangeTable;
  test_gateway_intent: TestGatewayIntentTable;
  test_gateway_method: TestGatewayMethodTable;
  test_gateway_refund: TestGatewayRefundTable;
  payment_keys: PaymentKeysTable;
  stripe_intent: StripeIntentTable;
  payment_event: PaymentEventTable;
  payment_audit: PaymentAuditTable;
  refund: RefundTable;
  payment_reconciliation: ReconciliationTable;
  payment_attempt: PaymentAttemptTable;
  transition: TransitionTable;
  outbox: OutboxTable;
  code_group: CodeGroupTable;
  code: CodeTable;
  cart_code: CartCodeTable;
  checkout_rule: CheckoutRuleTable;
  ledger_account: LedgerAccountTable;
  ledger_entry: LedgerEntryTable;
  discount: DiscountTable;
  cart_discount: CartDiscountTable;
  user_login: UserLoginTable;
  external_login: ExternalLoginTable;
  login_token: LoginTokenTable;
  login_attempt: LoginAttemptTable;
  oauth_state: OAuthStateTable;
  rate_limit: RateLimitTable;
  spent_login_token: SpentLoginTokenTable;
  membership_program: MembershipProgramTable;
  membership_role: MembershipRoleTable;
  membership: MembershipTable;
  allowance_use: AllowanceUseTable;
  membership_gift: MembershipGiftTable;
  saved_payment_method: SavedPaymentMethodTable;
  payment_method_removal: PaymentMethodRemovalTable;
  resend_request: ResendRequestTable;
  auto_renewal: AutoRenewalTable;
  idempotency_key: IdempotencyKeyTable;
  person_request: PersonRequestTable;
  wallet_pass: WalletPassTable;
  wallet_registration: WalletRegistrationTable;
  wallet_session_change: WalletSessionChangeTable;
  staff: StaffTable;
  staff_totp: StaffTotpTable;
  staff_recovery_code: StaffRecoveryCodeTable;
  staff_sign_in: StaffSignInTable;
  staff_invitation: StaffInvitationTable;
  staff_password_link: StaffPasswordLinkTable;
  staff_try: StaffTryTable;
  staff_grant: StaffGrantTable;
  audit_entry: AuditEntryTable;
  audit_personal: AuditPersonalTable;
  scan_device: ScanDeviceTable;
  scan: ScanTable;
  replaced_code: ReplacedCodeTable;
  installation_secret: AppSecretTable;
  installation_note: AppNoteTable;
  page_file: PageFileTable;
};
