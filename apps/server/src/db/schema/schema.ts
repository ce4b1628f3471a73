import type {
  JournalBackfillTable,
  JournalClosedDayTable,
  JournalDayTable,
  JournalEntryTable,
  JournalSessionDayTable,
} from "./journal.ts";
import type {
  DisputeDeadlineTable,
  MoneyNoticeTable,
  PayoutReadingTable,
  PayoutRowTable,
  ProviderPayoutTable,
} from "./payouts.ts";
import type { GateCodeTable, ReplacedCodeTable, ScanDeviceTable, ScanTable } from "./gate.ts";
import type { Generated } from "kysely";
import type { Json, Timestamp } from "./columns.ts";
import type {
  EventTemplateTable,
  EventSessionTable,
  HouseHoldTable,
  HouseSeatTable,
  TicketGroupTable,
  TicketTypeTable,
  SessionPriceTable,
  PriceLogTable,
} from "./events.ts";
import type { MoneyNoteTable, MoneyReviewTable } from "./money.ts";
import type { BulkItemTable, BulkJobTable } from "./bulk.ts";
import type {
  CatalogueDayTable,
  CatalogueDraftTable,
  CatalogueRevisionTable,
  UploadedPictureTable,
} from "./catalogue.ts";
import type { CompOrderTable, OrderNoteTable, OrderSearchDueTable, OrderWordTable } from "./desk.ts";
import type { SeatMapTable, SeatTable } from "./seats.ts";
import type {
  DeskGiftCardTable,
  GiftCardActTable,
  GiftCardBatchTable,
  GiftCardWordTable,
  LedgerAccountTable,
  LedgerEntryTable,
  ReplacedGiftCardNumberTable,
} from "./giftCards.ts";
import type {
  CartCodeTable,
  CartDiscountTable,
  CheckoutRuleTable,
  CodeBatchTable,
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
  MergedIdentityTable,
  PersonMergeTable,
  PersonRequestTable,
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
  MemberImportRowTable,
  MemberImportTable,
  MembershipTable,
  PlasticCardTable,
  ResendRequestTable,
  PaymentMethodRemovalTable,
  SavedPaymentMethodTable,
  UserLoginTable,
} from "./memberships.ts";
import type { ImageAssetTable, MembershipRuleTable, MessageRuleTable, SellerTable, VenueTable } from "./sellers.ts";
import type {
  AuditEntryTable,
  AuditPersonalTable,
  OperatorPermitTable,
  ReportChoiceTable,
  ReportRunTable,
  SavedViewTable,
  StaffChallengeTable,
  StaffGrantTable,
  StaffInvitationTable,
  StaffPasskeyTable,
  StaffPasswordLinkTable,
  StaffRecoveryCodeTable,
  StaffSignInTable,
  StaffTable,
  StaffTotpTable,
  StaffAttemptTable,
} from "./staff.ts";
import type {
  AppNoteTable,
  AppSecretTable,
  IdempotencyKeyTable,
  JobTurnTable,
  PageFileTable,
  StaffIdempotencyKeyTable,
} from "./servers.ts";
import type { CounterSaleTable, TillCounterTable, TillEntryTable, TillTable } from "./tills.ts";
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
  /** When the text and the address were erased. */
  blanked_at: Generated<string | null>;
};

/** Rows as the driver returns them: uuids and timestamps as strings ('2026-11-21T17:00:00Z'), dates as '2026-11-21', bigint as number. */
export type Schema = {
  seller: SellerTable;
  image_asset: ImageAssetTable;
  venue: VenueTable;
  event_template: EventTemplateTable;
  event_session: EventSessionTable;
  house_hold: HouseHoldTable;
  house_seat: HouseSeatTable;
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
  comp_order: CompOrderTable;
  counter_sale: CounterSaleTable;
  plastic_card: PlasticCardTable;
  merged_identity: MergedIdentityTable;
  person_merge: PersonMergeTable;
  member_import: MemberImportTable;
  member_import_row: MemberImportRowTable;
  till: TillTable;
  till_entry: TillEntryTable;
  till_counter: TillCounterTable;
  bulk_job: BulkJobTable;
  bulk_item: BulkItemTable;
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
  provider_payout: ProviderPayoutTable;
  payout_row: PayoutRowTable;
  payout_reading: PayoutReadingTable;
  job_turn: JobTurnTable;
  dispute_deadline: DisputeDeadlineTable;
  money_notice: MoneyNoticeTable;
  payment_attempt: PaymentAttemptTable;
  transition: TransitionTable;
  outbox: OutboxTable;
  code_group: CodeGroupTable;
  code_batch: CodeBatchTable;
  code: CodeTable;
  cart_code: CartCodeTable;
  checkout_rule: CheckoutRuleTable;
  ledger_account: LedgerAccountTable;
  gift_card_batch: GiftCardBatchTable;
  desk_gift_card: DeskGiftCardTable;
  gift_card_word: GiftCardWordTable;
  gift_card_act: GiftCardActTable;
  replaced_gift_card_number: ReplacedGiftCardNumberTable;
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
  staff_idempotency_key: StaffIdempotencyKeyTable;
  staff: StaffTable;
  staff_totp: StaffTotpTable;
  staff_recovery_code: StaffRecoveryCodeTable;
  staff_passkey: StaffPasskeyTable;
  staff_challenge: StaffChallengeTable;
  staff_sign_in: StaffSignInTable;
  staff_invitation: StaffInvitationTable;
  staff_password_link: StaffPasswordLinkTable;
  staff_attempt: StaffAttemptTable;
  staff_grant: StaffGrantTable;
  saved_view: SavedViewTable;
  report_choice: ReportChoiceTable;
  report_run: ReportRunTable;
  catalogue_revision: CatalogueRevisionTable;
  catalogue_day: CatalogueDayTable;
  catalogue_draft: CatalogueDraftTable;
  uploaded_picture: UploadedPictureTable;
  operator_permit: OperatorPermitTable;
  audit_entry: AuditEntryTable;
  audit_personal: AuditPersonalTable;
  scan_device: ScanDeviceTable;
  scan: ScanTable;
  gate_code: GateCodeTable;
  replaced_code: ReplacedCodeTable;
  money_review: MoneyReviewTable;
  money_note: MoneyNoteTable;
  journal_entry: JournalEntryTable;
  journal_backfill: JournalBackfillTable;
  journal_closed_day: JournalClosedDayTable;
  journal_day: JournalDayTable;
  journal_session_day: JournalSessionDayTable;
  installation_secret: AppSecretTable;
  installation_note: AppNoteTable;
  page_file: PageFileTable;
};
