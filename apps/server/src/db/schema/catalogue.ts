import type { Generated } from "kysely";
import type { RevisionSource } from "@foyer/contract/office/catalogue/catalogue.ts";
import type { Json, Timestamp } from "./columns.ts";

/** A seller's whole catalogue as it was published once. */
export type CatalogueRevisionTable = {
  seller_id: string;
  number: number;
  document: Json;
  source: RevisionSource;
  staff_id: string | null;
  note: Generated<string>;
  /** Chapters that differ from the revision before. */
  chapters: Generated<string[]>;
  created_at: Timestamp;
};

/** The day on which a seller's newest catalogue was applied last. */
export type CatalogueDayTable = {
  seller_id: string;
  local_day: string;
  /** Why it could not be applied; null where it was. */
  failure: Generated<string | null>;
};

/** A picture that was uploaded and is not published yet. */
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

/** A chapter as somebody is editing it. */
export type CatalogueDraftTable = {
  seller_id: string;
  chapter: string;
  base_number: number;
  /** The chapter as it was there; null: it did not exist. */
  base: unknown;
  /** Null: it is to be removed. */
  document: unknown;
  version: Generated<number>;
  staff_id: string;
  changed_at: Timestamp;
};
