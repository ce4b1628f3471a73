import * as z from "zod/mini";
import { Id } from "../../basics.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";
import { buyersAnswer, ChangedBuyers } from "./sessionBuyers.ts";
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

const Version = z.int().check(z.gte(0));
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

/** `version` is that of the draft being edited; 0 begins a new one. Any other version is refused with `stale_version`. */
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
    version: Version,
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
  body: z.strictObject({ chapter: ChapterPath, version: Version }),
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
    version: Version,
    choices: z.array(z.strictObject({ path: z.string().check(z.maxLength(500)), take: z.enum(["mine", "theirs"]) })),
  }),
  reply: z.object({ draft: DraftSummary }),
});

export const PlanLine = z.object({
  change: z.enum(["added", "changed", "retired", "removed"]),
  /** What changes: "ticket type", "sessions". */
  noun: z.string(),
  count: z.number(),
  /** The names of the first few. */
  names: z.array(z.string()),
});

/** A change of a ticket type's price, fee or tax, in words; null where there is none before or after. */
const PriceChange = z.object({
  /** The ticket type with its group: "General admission: Adult". */
  type: z.string(),
  what: z.enum(["price", "lowest_price", "highest_price", "fee", "tax"]),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type PriceChange = z.infer<typeof PriceChange>;

export const publishPlan = {
  /** The newest revision, on which the plan is based. */
  revision: z.number(),
  lines: z.array(PlanLine),
  /** The seller's settings change. */
  changes_seller: z.boolean(),
  /** Sold tickets for what changes or is retired. Their orders do not change. */
  sold_tickets: z.number(),
  /** Carts that hold tickets for what changes or is retired. */
  carts: z.number(),
  /** Of these, carts with tickets whose price, fee or tax changes. They keep the old one. */
  carts_with_old_price: z.number(),
  /** Of those with an old price, carts with tickets whose tax changes. */
  carts_with_old_tax: z.number(),
  /** Of all these carts, those that keep an old limit per order or group, or the old places or seats. */
  carts_with_old_limit: z.number(),
  /** The changes of ticket types' prices, fees and taxes; the first 50. */
  price_changes: z.array(PriceChange),
  /** The buyers of sessions that change. */
  buyers: ChangedBuyers,
};

/** What was published. `bulk_job_id`: the action that writes to buyers of changed sessions; null if none was started. */
export const published = z.object({ ...publishPlan, bulk_job_id: z.nullable(Id) });

export const planPublish = staffEndpoint({
  name: "planPublish",
  method: "GET",
  path: "/catalogue/plan",
  summary: "Say what publishing all drafts would do",
  can: "catalogue.read",
  audits: null,
  reply: z.object({
    ...publishPlan,
    drafts: z.array(DraftSummary),
    errors: z.array(CatalogueProblem),
    doubts: z.array(CatalogueProblem),
    conflicts: z.array(PublishConflict),
    /** Capacities that would fall below what is sold or held. */
    broken_promises: z.array(CatalogueProblem),
  }),
});

/**
 * Publishes all drafts or none. Refused with `validation_failed` and `errors`; with `would_break_promise`; with
 * `publish_conflict` if a chapter was published in another way since its draft began; with `stale_version` if a draft or
 * the newest revision is not the one that the plan was about; and with `has_buyers` if sessions with buyers change and
 * the call does not say whether to write to these buyers.
 */
export const publishDrafts = staffEndpoint({
  name: "publishDrafts",
  method: "POST",
  path: "/catalogue/publish",
  summary: "Publish drafts as a new revision",
  can: "catalogue.publish",
  audits: "catalogue.published",
  body: z.strictObject({
    drafts: z
      .array(z.strictObject({ chapter: ChapterPath, version: Version }))
      .check(z.minLength(1), z.maxLength(maxDrafts)),
    revision: RevisionNumber,
    note: z.string().check(z.trim(), z.maxLength(500)),
    ...buyersAnswer,
  }),
  reply: published,
});
