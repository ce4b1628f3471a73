import * as z from "zod/mini";
import { ChapterPath, numberInPath, Revision, RevisionNumber } from "./catalogue.ts";
import { published, publishPlan } from "./publishing.ts";
import { buyersAnswer } from "./sessionBuyers.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/** The revisions of the catalogue: what was published, what differs between them, and how to restore a chapter. */

export const listRevisions = staffEndpoint({
  name: "listRevisions",
  method: "GET",
  path: "/catalogue/revisions",
  summary: "List revisions, newest first",
  can: "catalogue.read",
  audits: null,
  query: z.strictObject({ before: z.optional(numberInPath) }),
  reply: z.object({ revisions: z.array(Revision), next: z.nullable(z.number()) }),
});

/**
 * A field that differs between two revisions. `path` names list entries by their key; an undefined value means that the
 * field is absent.
 */
export const RevisionChange = z.object({
  chapter: z.string(),
  path: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type RevisionChange = z.infer<typeof RevisionChange>;

export const compareRevisions = staffEndpoint({
  name: "compareRevisions",
  method: "GET",
  path: "/catalogue/compare",
  summary: "Compare two revisions field by field",
  can: "catalogue.read",
  audits: null,
  query: z.strictObject({ from: numberInPath, to: numberInPath }),
  reply: z.object({
    changes: z.array(RevisionChange),
    /** Whether there are more changes than are shown. */
    is_cut: z.boolean(),
    /** Sessions whose start changed when `to` was published, and their buyers' orders at that time. */
    moved: z.object({ sessions: z.int(), orders: z.int() }),
  }),
});

/** Changes nothing. Refused if the chapter could not be brought back. */
export const planRestore = staffEndpoint({
  name: "planRestore",
  method: "GET",
  path: "/catalogue/restore/plan",
  summary: "Say what bringing a chapter back would do",
  can: "catalogue.publish",
  audits: null,
  query: z.strictObject({ chapter: ChapterPath, number: numberInPath }),
  reply: z.object(publishPlan),
});

/**
 * Makes the same checks as publishing. `revision` is the newest one that the reader knows. Refused with `has_buyers` if
 * sessions with buyers change and the call does not say whether to write to these buyers.
 */
export const restoreChapter = staffEndpoint({
  name: "restoreChapter",
  method: "POST",
  path: "/catalogue/restore",
  summary: "Bring a chapter back to an earlier revision, as a new one",
  can: "catalogue.publish",
  audits: "catalogue.restored",
  body: z.strictObject({
    chapter: ChapterPath,
    number: RevisionNumber,
    revision: RevisionNumber,
    ...buyersAnswer,
  }),
  reply: published,
});

export const downloadCatalogue = staffEndpoint({
  name: "downloadCatalogue",
  method: "GET",
  path: "/catalogue.yaml",
  summary: "Download the published catalogue as YAML",
  can: "catalogue.read",
  audits: null,
  reply: z.unknown(),
  raw: true,
});
