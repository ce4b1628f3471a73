import * as z from "zod/mini";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";
import { ChecklistSteps } from "./catalogueEvents.ts";

/**
 * The catalogue as staff edit it: drafts of chapters, the revisions published from them, and earlier revisions. A chapter
 * is one part of the catalogue document (docs/catalogue.md), identified by a path that never changes: `seller`, `images`,
 * `rules`, `discounts`, `programs`, `event_order`, or `venue/KEY`, `hall/KEY`, `event/KEY` and `code_group/KEY`.
 */

/** Where a revision came from: the back office, a file uploaded there, the command line, or the demo's files. */
export const revisionSources = ["office", "file", "command_line", "demo"] as const;
export type RevisionSource = (typeof revisionSources)[number];

/** The maximum number of drafts per seller. */
export const maxDrafts = 200;
/** The number of revisions kept; older ones are deleted. */
export const keptRevisions = 200;
/** The maximum size of a chapter's draft as JSON, in bytes. */
export const maxDraftBytes = 1024 * 1024;

/** Chapters that exist once per catalogue. */
export const wholeChapters = ["seller", "images", "rules", "discounts", "programs", "event_order"] as const;
export const chapterKinds = ["venue", "hall", "event", "code_group"] as const;

const chapterPattern = new RegExp(
  `^(?:${wholeChapters.join("|")}|(?:${chapterKinds.join("|")})/[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?)$`,
);
export const ChapterPath = z.string().check(z.regex(chapterPattern, "is no chapter of a catalogue"));

export const ChapterVersion = z.int().check(z.gte(0));
export const RevisionNumber = z.int().check(z.gte(0), z.lte(2_147_483_647));
export const numberInPath = z.pipe(
  z.string().check(z.regex(/^\d{1,9}$/)),
  z.transform((text) => Number(text)),
);

/** A problem with a field of a chapter: an error, which prevents publishing, or a doubt, which does not. */
export const CatalogueProblem = z.object({
  chapter: z.string(),
  /** The path within the chapter, such as `groups[0].types[1].price`; empty for the chapter as a whole. */
  path: z.string(),
  message: z.string(),
});
export type CatalogueProblem = z.infer<typeof CatalogueProblem>;

/**
 * A field that was changed in a draft and also published with another value meanwhile. `path` names list entries by their
 * key.
 */
export const PublishConflict = z.object({
  chapter: z.string(),
  path: z.string(),
  before: z.unknown(),
  theirs: z.unknown(),
  mine: z.unknown(),
});
export type PublishConflict = z.infer<typeof PublishConflict>;

export const DraftSummary = z.object({
  chapter: z.string(),
  /** The name of its event, venue, hall or code group; null for other chapters. */
  name: z.nullable(z.string()),
  version: z.number(),
  /** The revision that the draft was made from; 0 if there was none. */
  base_number: z.number(),
  changed_by: z.string(),
  changed_at: z.string(),
  /** The draft removes the chapter. */
  is_removal: z.boolean(),
  /** Somebody has published the chapter since the draft was made. */
  is_behind: z.boolean(),
});
export type DraftSummary = z.infer<typeof DraftSummary>;

export const EditedEvent = z.object({
  key: z.string(),
  name: z.string(),
  category: z.nullable(z.string()),
  /** `public_browsable` and the like, as in the catalogue. */
  visibility: z.string(),
  groups: z.number(),
  types: z.number(),
  /** The lowest price of its types that are not free, in the seller's currency; 0 if all are free; null without prices. */
  price_from: z.nullable(z.string()),
  sessions_ahead: z.number(),
  next_session: z.nullable(z.string()),
  timezone: z.string(),
  /** Whether buyers see it; false for an event that exists only as a draft. */
  is_published: z.boolean(),
  draft: z.nullable(DraftSummary),
});
export type EditedEvent = z.infer<typeof EditedEvent>;

export const Revision = z.object({
  number: z.number(),
  source: z.enum(revisionSources),
  /** Who published it; null for the command line and the demo. */
  staff: z.nullable(z.string()),
  note: z.string(),
  /** The chapters that differ from the previous revision. */
  chapters: z.array(z.string()),
  at: z.string(),
});
export type Revision = z.infer<typeof Revision>;

export const readCatalogueOverview = staffEndpoint({
  name: "readCatalogueOverview",
  method: "GET",
  path: "/catalogue",
  summary: "Read the events and the drafts of the catalogue",
  can: "catalogue.read",
  audits: null,
  reply: z.object({
    /** The newest revision; null for a seller whose catalogue was never published. */
    revision: z.nullable(Revision),
    /** False if the catalogue was imported before revisions were kept: its file has to be imported once more. */
    is_editable: z.boolean(),
    events: z.array(EditedEvent),
    drafts: z.array(DraftSummary),
    /** All chapters except the events. */
    chapters: z.array(z.string()),
    /** Events, venues, halls and code groups that there are or were, as chapters: a new one does not get their key. */
    taken: z.array(z.string()),
    currency: z.string(),
  }),
});

export const readChapter = staffEndpoint({
  name: "readChapter",
  method: "GET",
  path: "/catalogue/chapter",
  summary: "Read a chapter as published and as a draft",
  can: "catalogue.read",
  audits: null,
  query: z.strictObject({ chapter: ChapterPath }),
  reply: z.object({
    revision: z.number(),
    /** Null if the chapter is not published. */
    published: z.unknown(),
    /** Null if the chapter has no draft. */
    draft: z.nullable(z.object({ ...DraftSummary.shape, document: z.unknown() })),
    errors: z.array(CatalogueProblem),
    doubts: z.array(CatalogueProblem),
    /** Fields that were changed in this draft and published with other values since. */
    conflicts: z.array(PublishConflict),
    /** The number of carts, by 'group/type' of an event, that hold such tickets now. They keep their price. */
    carts: z.record(z.string(), z.number()),
    checklist: ChecklistSteps,
    /** The event's page in the storefront; null if it is not published, and for other chapters. */
    storefront: z.nullable(z.string()),
    currency: z.string(),
    /** The number of decimals of the currency. */
    decimals: z.number(),
    /** The step to which percentages of amounts are rounded, in minor units. */
    amount_step: z.number(),
    /** The time zone of the event's venue, or of the seller for other chapters, with the current day there. */
    timezone: z.string(),
    today: z.string(),
    /**
     * The event's venue, with its closed days as the catalogue writes them; null for an event without a venue, and for
     * other chapters.
     */
    venue: z.nullable(z.object({ key: z.string(), name: z.string(), closed: z.array(z.unknown()) })),
  }),
});

/**
 * `version` is that of the draft being edited; 0 begins a new one. Any other version is refused with `stale_version`.
 * `revision` is the one in which the chapter was read: a new draft is based on it, so that what was published since is
 * merged when the draft is published. Without it, a new draft is based on the newest one.
 */
export const saveDraft = staffEndpoint({
  name: "saveDraft",
  method: "POST",
  path: "/catalogue/draft",
  summary: "Save a chapter as a draft, wrong values included",
  can: "catalogue.edit",
  audits: "catalogue.draft_saved",
  maxBodyBytes: maxDraftBytes + 1024,
  body: z.strictObject({
    chapter: ChapterPath,
    version: ChapterVersion,
    revision: z.optional(RevisionNumber),
    /** The chapter as written in the catalogue document; null removes the chapter. */
    document: z.unknown(),
  }),
  reply: z.object({
    draft: DraftSummary,
    errors: z.array(CatalogueProblem),
    doubts: z.array(CatalogueProblem),
    checklist: ChecklistSteps,
  }),
});

export const discardDraft = staffEndpoint({
  name: "discardDraft",
  method: "POST",
  path: "/catalogue/draft/discard",
  summary: "Discard the draft of a chapter",
  can: "catalogue.edit",
  audits: "catalogue.draft_discarded",
  body: z.strictObject({ chapter: ChapterPath, version: ChapterVersion }),
  reply: Nothing,
});

/** Without a choice for every conflict, refused with `publish_conflict`. */
export const joinDraft = staffEndpoint({
  name: "joinDraft",
  method: "POST",
  path: "/catalogue/draft/join",
  summary: "Join a draft with what was published since it began",
  can: "catalogue.edit",
  audits: "catalogue.draft_joined",
  body: z.strictObject({
    chapter: ChapterPath,
    version: ChapterVersion,
    choices: z.array(z.strictObject({ path: z.string().check(z.maxLength(500)), take: z.enum(["mine", "theirs"]) })),
  }),
  reply: z.object({ draft: DraftSummary }),
});
