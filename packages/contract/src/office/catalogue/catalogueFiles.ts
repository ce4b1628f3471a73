import * as z from "zod/mini";
import { base64File } from "./base64File.ts";
import { Revision, RevisionNumber } from "./catalogue.ts";
import { published, publishPlan } from "./publishing.ts";
import { buyersAnswer } from "./sessionBuyers.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** Catalogue files in the back office: uploaded and published as a revision, or downloaded with their pictures. */

/** The maximum size of an uploaded file, in bytes: a catalogue alone, or an archive with its pictures. */
export const maxCatalogueFileBytes = 20 * 1024 * 1024;
/** The maximum size of the catalogue in it, in bytes of YAML or JSON. */
export const maxCatalogueTextBytes = 2 * 1024 * 1024;
/** The maximum size of an unpacked archive, in bytes. */
export const maxUnpackedBytes = 64 * 1024 * 1024;
export const maxArchiveEntries = 500;

const maxBase64 = Math.ceil(maxCatalogueFileBytes / 3) * 4;

/** In base64: a catalogue (docs/catalogue.md) as YAML or JSON, or a ZIP archive of a catalogue and its pictures. */
const CatalogueFile = base64File(maxBase64);

/** A problem at a line of a file; `line` and `column` count from 1. */
export const FileProblem = z.object({
  line: z.int(),
  column: z.int(),
  /** The path of the field, such as `events[0].venue`; empty for the file as a whole. */
  path: z.string(),
  message: z.string(),
});
export type FileProblem = z.infer<typeof FileProblem>;

/** The file states an older revision than the newest, so it would undo what was published since. */
const OlderFile = z.object({
  /** The revision that the file was made from. */
  known: z.int(),
  newest: z.nullable(Revision),
  /** Chapters published since; null if that revision is no longer kept. */
  chapters: z.nullable(z.array(z.string())),
});

export const planCatalogueFile = staffEndpoint({
  name: "planCatalogueFile",
  method: "POST",
  path: "/catalogue/file/plan",
  summary: "Say what publishing a catalogue's file would do",
  can: "catalogue.import",
  audits: null,
  maxBodyBytes: maxBase64 + 1024,
  isUpload: true,
  body: z.strictObject({ file: CatalogueFile }),
  reply: z.object({
    ...publishPlan,
    /** The chapters that differ from the newest revision. */
    chapters: z.array(z.string()),
    is_unchanged: z.boolean(),
    /** Drafts of chapters that the file changes. They are kept, and are merged with it or chosen from. */
    drafts: z.array(z.string()),
    errors: z.array(FileProblem),
    doubts: z.array(FileProblem),
    /** Capacities that would fall below what is sold or held. */
    broken_promises: z.array(FileProblem),
    older: z.nullable(OlderFile),
  }),
});
export type PlannedFile = z.infer<typeof planCatalogueFile.reply>;

/**
 * Publishes the whole file or nothing, with the checks of an import. Refused with `validation_failed` and `errors`; with
 * `would_break_promise`; with `stale_version` if the newest revision is not the one that the plan was about; with
 * `publish_conflict` for a file of an older revision without `replace`; and with `has_buyers` if sessions with buyers
 * change and the call does not say whether to write to these buyers.
 */
export const publishCatalogueFile = staffEndpoint({
  name: "publishCatalogueFile",
  method: "POST",
  path: "/catalogue/file",
  summary: "Publish a catalogue's file as a new revision",
  can: "catalogue.import",
  audits: "catalogue.imported",
  maxBodyBytes: maxBase64 + 4096,
  isUpload: true,
  body: z.strictObject({
    file: CatalogueFile,
    /** The newest revision that the caller has seen. */
    revision: RevisionNumber,
    /** The file replaces what was published since the revision that it was made from. */
    replace: z.boolean(),
    note: z.string().check(z.trim(), z.maxLength(500)),
    ...buyersAnswer,
  }),
  reply: published,
});

export const downloadCatalogueArchive = staffEndpoint({
  name: "downloadCatalogueArchive",
  method: "GET",
  path: "/catalogue.zip",
  summary: "Download the published catalogue with its pictures",
  can: "catalogue.read",
  audits: null,
  reply: z.unknown(),
  raw: true,
});
