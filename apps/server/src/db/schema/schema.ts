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
import type { CartTable, TicketOrderTable, TicketTable, TransitionTable } from "./carts.ts";
import type {
  PaymentAuditTable,
  PaymentEventTable,
  PaymentKeysTable,
  PaymentTable,
  ScheduledPaymentTable,
  PaymentTryTable,
  ReconciliationTable,
  RefundTable,
  StripeIntentTable,
  TestGatewayIntentTable,
  TestGatewayMethodTable,
  TestGatewayRefundTable,
} from "./payments.ts";
import type { CaptchaSpentTable, IdentityTable, ProviderKeysTable, VisitorSessionTable } from "./identities.ts";
import type {
  AutoRenewalTable,
  ExternalLoginTable,
  LoginJwtSpentTable,
  LoginTokenTable,
  OAuthStateTable,
  LoginTryTable,
  MemberUseTable,
  MembershipGiftTable,
  MembershipProgramTable,
  MembershipRoleTable,
  MembershipTable,
  ResendRequestTable,
  MethodToForgetTable,
  SavedPaymentMethodTable,
  UserLoginTable,
} from "./memberships.ts";
import type { ImageAssetTable, MembershipRuleTable, MessageRuleTable, SellerTable, VenueTable } from "./sellers.ts";

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
};

export type IdempotencyKeyTable = {
  seller_id: string;
  actor: string;
  key: string;
  said: Buffer;
  state: Generated<"in_progress" | "done">;
  reply: string | null;
  created_at: string;
};

export type AppSecretTable = { name: string; value: Buffer };

export type AppNoteTable = { name: string; value: string };

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
  captcha_spent: CaptchaSpentTable;
  cart: CartTable;
  ticket_order: TicketOrderTable;
  ticket: TicketTable;
  payment: PaymentTable;
  scheduled_payment: ScheduledPaymentTable;
  test_gateway_intent: TestGatewayIntentTable;
  test_gateway_method: TestGatewayMethodTable;
  test_gateway_refund: TestGatewayRefundTable;
  payment_keys: PaymentKeysTable;
  stripe_intent: StripeIntentTable;
  payment_event: PaymentEventTable;
  payment_audit: PaymentAuditTable;
  refund: RefundTable;
  payment_watch: ReconciliationTable;
  payment_try: PaymentTryTable;
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
  login_try: LoginTryTable;
  login_trip: OAuthStateTable;
  login_jwt_spent: LoginJwtSpentTable;
  membership_program: MembershipProgramTable;
  membership_role: MembershipRoleTable;
  membership: MembershipTable;
  member_use: MemberUseTable;
  membership_gift: MembershipGiftTable;
  saved_payment_method: SavedPaymentMethodTable;
  method_to_forget: MethodToForgetTable;
  resend_request: ResendRequestTable;
  auto_renewal: AutoRenewalTable;
  idem: IdempotencyKeyTable;
  house_secret: AppSecretTable;
  house_note: AppNoteTable;
};
