import type { Generated, JSONColumnType } from "kysely";
import type { Json, Timestamp } from "./columns.ts";

export type IdentityTable = {
  seller_id: string;
  id: string;
  kind: "public" | "guest" | "user";
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  address_more: string | null;
  city: string | null;
  state: string | null;
  region: string | null;
  country: string | null;
  zip_code: string | null;
  gift_aid_eligible: boolean | null;
  additional_info: Json;
  meta: Json;
  created_at: Timestamp;
  /** The only visitor who may use this giftee or handle, once. */
  created_by_identity_id: string | null;
  claimed_at: string | null;
};

export type VisitorSessionTable = {
  seller_id: string;
  token_hash: Buffer;
  identity_id: string;
  created_at: Timestamp;
  seen_at: Timestamp;
  expires_at: string;
  ended_at: string | null;
  /** A limited session belongs to a guest; `member_identity_id` is the member whose benefits it may use. */
  strength: Generated<"none" | "limited" | "full">;
  method: string | null;
  authenticated_at: string | null;
  member_identity_id: string | null;
  external: JSONColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
};

export type ProviderKeysTable = {
  seller_id: string;
  provider: "loqate" | "recaptcha" | "hcaptcha" | "turnstile" | "oidc" | "jwt" | "apple_wallet" | "google_wallet";
  sealed: Buffer;
  updated_at: Timestamp;
  tried_at: Timestamp;
  fault: string | null;
};

export type SpentCaptchaTable = { seller_id: string; token_hash: Buffer; expires_at: string };

/** An identity that staff have merged into another one. */
export type MergedIdentityTable = {
  seller_id: string;
  identity_id: string;
  kept_identity_id: string;
  merged_at: Timestamp;
};

/** What merging two persons moved and replaced. */
export type PersonMergeTable = {
  seller_id: string;
  id: string;
  kept_identity_id: string;
  merged_id: string;
  merged_kind: "account" | "guest" | "card";
  staff_id: string;
  before: Json;
  moved: Json<readonly { readonly column: string; readonly from: string | null; readonly keys: readonly string[] }[]>;
  merged_at: Timestamp;
};

/** Uses of a limit that all servers share, in its current window. */
export type RateLimitTable = {
  seller_id: string;
  name: string;
  key: Buffer;
  used: number;
  ends_at: string;
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
