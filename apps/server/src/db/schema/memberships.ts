import type { Generated } from "kysely";
import type { CardGatewayId } from "@foyer/contract/shop/seller.ts";
import type { Json, Timestamp } from "./columns.ts";

export type UserLoginTable = {
  seller_id: string;
  identity_id: string;
  password: string | null;
  password_set_at: string | null;
  email_proved_at: string | null;
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
  way: "in" | "out";
  browser_hash: Buffer | null;
  issuer: string | null;
  redirect_path: string | null;
  url: string | null;
  created_at: string;
  expires_at: string;
  used_at: Generated<string | null>;
};

export type LoginJwtSpentTable = { seller_id: string; mark: Buffer; expires_at: string };

export type LoginTryTable = {
  seller_id: string;
  id: Generated<number>;
  door: string;
  target: Buffer | null;
  place: Buffer | null;
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
  state: Generated<"active" | "cancelled">;
  created_at: Timestamp;
};

export type MemberUseTable = {
  seller_id: string;
  ticket_id: string;
  membership_id: string;
  allowance: string;
  event_template_id: string;
  local_day: string | null;
  place: number | null;
  term_place: number | null;
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

/** What is to be taken off its provider: a retired method, or what was kept of a payment of which nothing came. */
export type MethodToForgetTable = {
  seller_id: string;
  id: string;
  saved_payment_method_id: string | null;
  payment_id: string | null;
  tries: Generated<number>;
  next_at: string;
  forgotten_at: string | null;
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
  /** The cart that it is paid by: the same for every try, until it is over. */
  cart_id: string | null;
  renewed_by_id: string | null;
  last_error: string | null;
  told_at: string | null;
  cancelled_at: string | null;
  created_at: Timestamp;
  /** With which it was agreed to. */
  payment_id: Generated<string | null>;
  announced_at: Generated<string | null>;
  announced_amount: Generated<number | null>;
  announced_currency: Generated<string | null>;
  tried_at: Generated<string | null>;
  after_try: Generated<"again" | "ask" | "stop" | null>;
  /** From then on the money of its cart is taken: what comes after that moment comes too late. */
  taking_at: Generated<string | null>;
  /** Carts in which somebody paid, or began to, for the same term by hand. */
  hand_cart_ids: Generated<string[]>;
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
