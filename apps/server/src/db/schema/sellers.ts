import type { Generated } from "kysely";
import type { Json, Timestamp } from "./columns.ts";

export type SellerTable = {
  id: string;
  slug: string;
  name: string;
  currency: string;
  locale: Generated<string>;
  timezone: string;
  meta: Json;
  theme: Json;
  strings: Json<Record<string, string>>;
  web: Json;
  configuration: Json;
  /** The host name that serves only this seller's pages. */
  host: Generated<string | null>;
  /** Since when its sales are suspended. */
  suspended_at: Generated<string | null>;
  /** For a preview: the seller whose catalogue and drafts it shows. */
  preview_of: Generated<string | null>;
  /** The staff member who opened the preview. */
  preview_by: Generated<string | null>;
  preview_ends_at: Generated<string | null>;
  catalogue_version: Generated<number>;
  created_at: Timestamp;
};

export type ImageAssetTable = {
  seller_id: string;
  id: string;
  key: string;
  sha256: string;
  mime: string;
  width: number;
  height: number;
  alt: string | null;
  /** The focal point in percent from the left and the top; null means the centre. */
  focus_x: Generated<number | null>;
  focus_y: Generated<number | null>;
  bytes: Buffer;
};

export type VenueTable = {
  seller_id: string;
  id: string;
  key: string;
  name: string;
  timezone: string;
  address: string | null;
};

export type MessageRuleTable = {
  seller_id: string;
  id: string;
  event_template_id: string;
  key: string;
  actions: Json;
  triggers: Json;
  rank: Generated<number>;
};

export type MembershipRuleTable = {
  seller_id: string;
  ticket_type_id: string;
  ticket_group_id: string;
  party_role: string;
  named: "no" | "yes" | "optional";
  emailed: "no" | "yes" | "optional";
  min: Generated<number>;
  max: Generated<number>;
};
