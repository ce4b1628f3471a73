import type { Generated } from "kysely";
import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { Json, Timestamp } from "./columns.ts";

export type UserLoginTable = {
  seller_id: string;
  identity_id: string;
  password: string | null;
  password_set_at: string | null;
  email_verified_at: string | null;
  created_at: Timestamp;
};

export type ExternalLoginTable = {
  seller_id: string;
  issuer: string;
  subject: string;
  identity_id: string;
  created_at: Timestamp;
};

export type LoginTokenTable = {
  seller_id: string;
  id: string;
  purpose: "otp" | "reset" | "email";
  token_hash: Buffer;
  code_hash: Buffer | null;
  browser_hash: Buffer | null;
  email: string;
  identity_id: string | null;
  redirect_path: string | null;
  attempts: Generated<number>;
  uses: Generated<number>;
  created_at: string;
  ready_at: string;
  expires_at: string;
  used_at: string | null;
  ended_at: string | null;
};

export type OAuthStateTable = {
  seller_id: string;
  secret_hash: Buffer;
  purpose: "login" | "logout";
  browser_hash: Buffer | null;
  issuer: string | null;
  redirect_path: string | null;
  url: string | null;
  created_at: string;
  expires_at: string;
  used_at: Generated<string | null>;
};

export type SpentLoginTokenTable = { seller_id: string; token_hash: Buffer; expires_at: string };

export type LoginAttemptTable = {
  seller_id: string;
  id: Generated<number>;
  action: string;
  target: Buffer | null;
  client_network: Buffer | null;
  at: string;
};

export type MembershipProgramTable = {
  seller_id: string;
  id: string;
  key: string;
  name: string;
  rank: Generated<number>;
  retired: Generated<boolean>;
};

export type MembershipRoleTable = {
  seller_id: string;
  id: string;
  membership_program_id: string;
  key: string;
  name: string;
  rank: Generated<number>;
  benefits: Json<Record<string, number>>;
  member_event_purchase_limit: Generated<number>;
  retired: Generated<boolean>;
};

export type MembershipTable = {
  seller_id: string;
  id: string;
  ticket_id: string;
  ticket_order_id: string;
  event_template_id: string;
  ticket_group_id: string;
  ticket_type_id: string;
  membership_program_id: string | null;
  membership_role_id: string | null;
  level_name: string;
  party_role: string;
  benefits: Json<Record<string, number>>;
  purchase_limit: Generated<number>;
  identity_id: string | null;
  holder_name: string | null;
  holder_email: string | null;
  scan_code: string;
  member_number: string;
  valid_from: string;
  valid_to: string | null;
  renews_id: string | null;
  /** The value of a term during which the level was changed, in minor units; null means the price of its ticket. */
  worth: Generated<number | null>;
  /** The cart in which a level change is paid, through a link. */
  change_cart_id: Generated<string | null>;
  state: Generated<"active" | "cancelled">;
  created_at: Timestamp;
};

/** A physical card that was sent, by the number printed on it. */
export type PlasticCardTable = {
  seller_id: string;
  member_number: string;
  membership_id: string;
  state: "sent" | "returned";
  staff_id: string;
  marked_at: Timestamp;
};

/** An import of members from a file by staff. */
export type MemberImportTable = {
  seller_id: string;
  id: string;
  staff_id: string;
  rows: number;
  done: Generated<number>;
  failed: Generated<number>;
  sends_cards: boolean;
  created_at: Timestamp;
  ended_at: string | null;
  cancelled_at: string | null;
};

/** A row of the file. It contains personal data as long as it waits. */
export type MemberImportRowTable = {
  seller_id: string;
  member_import_id: string;
  line: number;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  ticket_group_id: string;
  valid_from: string;
  valid_to: string;
  member_number: string | null;
  state: Generated<"waiting" | "done" | "failed">;
  problem: string | null;
  membership_id: string | null;
  created_at: Timestamp;
};

export type AllowanceUseTable = {
  seller_id: string;
  ticket_id: string;
  membership_id: string;
  allowance: string;
  event_template_id: string;
  local_day: string | null;
  visit_index: number | null;
  term_index: number | null;
  counts_on_renewal: Generated<boolean>;
};

export type MembershipGiftTable = {
  seller_id: string;
  id: string;
  ticket_order_id: string;
  ticket_group_id: string;
  code_id: string;
  giftee_identity_id: string | null;
  created_at: Timestamp;
};

export type SavedPaymentMethodTable = {
  seller_id: string;
  id: string;
  identity_id: string;
  gateway_id: CardGatewayId;
  provider_ref: string;
  customer_ref: string | null;
  brand: string;
  last4: string;
  exp_month: number | null;
  exp_year: number | null;
  created_at: Timestamp;
  retired_at: string | null;
};

/** A payment method to delete at its provider: a retired one, or one saved by a failed payment. */
export type PaymentMethodRemovalTable = {
  seller_id: string;
  id: string;
  saved_payment_method_id: string | null;
  payment_id: string | null;
  attempts: Generated<number>;
  next_at: string;
  removed_at: string | null;
  created_at: Timestamp;
};

export type AutoRenewalTable = {
  seller_id: string;
  membership_id: string;
  identity_id: string;
  saved_payment_method_id: string | null;
  state: "scheduled" | "cancelled" | "renewed" | "failed";
  due_at: string;
  next_at: string;
  attempts: Generated<number>;
  /** The cart of the renewal, reused by every attempt until it ends. */
  cart_id: string | null;
  renewed_by_id: string | null;
  last_error: string | null;
  notified_at: string | null;
  cancelled_at: string | null;
  created_at: Timestamp;
  /** The payment with which the buyer agreed to auto-renewal. */
  payment_id: Generated<string | null>;
  announced_at: Generated<string | null>;
  announced_amount: Generated<number | null>;
  announced_currency: Generated<string | null>;
  attempted_at: Generated<string | null>;
  next_step: Generated<"again" | "ask" | "stop" | null>;
  /** Since when the payment of its cart has been captured. From then on it is too late to cancel. */
  capture_started_at: Generated<string | null>;
  /** Carts in which the same term was paid for manually, at least in part. */
  manual_cart_ids: Generated<string[]>;
  claimed_until: Generated<string | null>;
};

export type ResendRequestTable = {
  seller_id: string;
  id: string;
  email: string;
  memberships_only: boolean;
  attempts: Generated<number>;
  next_at: string;
  created_at: string;
};
