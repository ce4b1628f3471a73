import type { Generated } from "kysely";
import type { RevisionSource } from "@foyer/contract/office/catalogue/catalogue.ts";
import type { Json, Timestamp } from "./columns.ts";

/** A published version of a seller's whole catalogue. */
export type CatalogueRevisionTable = {
  seller_id: string;
  number: number;
  document: Json;
  source: RevisionSource;
  staff_id: string | null;
  note: Generated<string>;
  /** Chapters that differ from the previous revision. */
  chapters: Generated<string[]>;
  created_at: Timestamp;
};

/** The day on which a seller's newest catalogue was last applied. */
export type CatalogueDayTable = {
  seller_id: string;
  local_day: string;
  /** Why it could not be applied; null if it was. */
  failure: Generated<string | null>;
};

/** An uploaded picture that is not published yet. */
export type UploadedPictureTable = {
  seller_id: string;
  key: string;
  sha256: string;
  mime: string;
  width: number;
  height: number;
  bytes: Buffer;
  uploaded_at: Timestamp;
};

/** A chapter that somebody is editing. */
export type CatalogueDraftTable = {
  seller_id: string;
  chapter: string;
  base_number: number;
  /** The chapter as published when editing began; null if it did not exist. */
  base: unknown;
  /** The edited chapter; null to remove it. */
  document: unknown;
  version: Generated<number>;
  staff_id: string;
  changed_at: Timestamp;
};
