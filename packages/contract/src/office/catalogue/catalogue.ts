import * as z from "zod/mini";
import { Id } from "../../basics.ts";
import { Nothing, staffEndpoint } from "../staff/staffEndpoint.ts";
import { buyersAnswer, ChangedBuyers } from "./sessionBuyers.ts";

/**
 * The catalogue as staff edit it: drafts of chapters, their publishing as revisions, and the revisions of before. A chapter
 * is one part of the catalogue's document (docs/catalogue.md) under a path that stays: `seller`, `images`, `rules`,
 * `discounts`, `programs`, `event_order`, or `venue/KEY`, `hall/KEY`, `event/KEY` and `code_group/KEY`.
 */

/** From where a revision came: the back office, a file that was uploaded there, the command line, or the demo's files. */
export const revisionSources = ["office", "file", "command_line", "demo"] as const;
export type RevisionSource = (typeof revisionSources)[number];

/** Drafts that a seller keeps at a time. */
export const maxDrafts = 200;
/** Revisions that are kept; older ones are deleted. */
export const keptRevisions = 200;
/** The largest draft of a chapter, as JSON in bytes. */
export const maxDraftBytes = 1024 * 1024;

/** Chapters that are one of a kind. */
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

/** Something at a field of a chapter: an error, with which it cannot be published, or a doubt. */
export const CatalogueProblem = z.object({
  chapter: z.string(),
  /** Within the chapter, like `groups[0].types[1].price`; empty: the chapter as a whole. */
  path: z.string(),
  message: z.string(),
});
export type CatalogueProblem = z.infer<typeof CatalogueProblem>;

/** A field that was changed in a draft and published otherwise meanwhile. `path` names entries of lists by their key. */
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
  /** Of its event, venue, hall or group of codes; null where it has none. */
  name: z.nullable(z.string()),
  version: z.number(),
  /** The revision that it was made from; 0 for none. */
  base_number: z.number(),
  changed_by: z.string(),
  changed_at: z.string(),
  /** Its chapter is to be removed. */
  is_removal: z.boolean(),
  /** Its chapter was published by somebody since. */
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
  /** The lowest price of its types that are not free, in the seller's currency; 0 where all are free. */
  price_from: z.nullable(z.string()),
  sessions_ahead: z.number(),
  next_session: z.nullable(z.string()),
  timezone: z.string(),
  /** Buyers see it; false for an event that is only a draft yet. */
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
  /** The chapters that differ from the revision before. */
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
    /** The newest; null for a seller whose catalogue was never published. */
    revision: z.nullable(Revision),
    /** False where the catalogue was imported before revisions were kept: its file has to be imported once more. */
    is_editable: z.boolean(),
    events: z.array(EditedEvent),
    drafts: z.array(DraftSummary),
    /** The chapters besides the events. */
    chapters: z.array(z.string()),
    currency: z.string(),
  }),
});

/** What keeps an event from being bought, done or not; empty for other chapters and while its fields are wrong. */
const Checklist = z.array(z.object({ name: z.string(), is_done: z.boolean(), hint: z.string() }));

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
    /** Null where it is not published. */
    published: z.unknown(),
    /** Null where nobody is editing it. */
    draft: z.nullable(z.object({ ...DraftSummary.shape, document: z.unknown() })),
    errors: z.array(CatalogueProblem),
    doubts: z.array(CatalogueProblem),
    /** Fields that were changed here and published otherwise since. */
    conflicts: z.array(PublishConflict),
    /** By 'group/type' of an event: carts that hold such tickets now, and keep their price. */
    carts: z.record(z.string(), z.number()),
    checklist: Checklist,
    currency: z.string(),
    /** Decimals of the currency. */
    decimals: z.number(),
    /** The clock of the event's venue, of the seller for other chapters, and its day. */
    timezone: z.string(),
    today: z.string(),
    /** The venue of an event with its closed days as the catalogue writes them; null where it has none, and elsewhere. */
    venue: z.nullable(z.object({ key: z.string(), name: z.string(), closed: z.array(z.unknown()) })),
  }),
});

/** `version` is the draft's that it was made from: 0 begins one. Another version is refused with `stale_version`. */
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
    /** The chapter as the catalogue's document has it; null takes it out. */
    document: z.unknown(),
  }),
  reply: z.object({
    draft: DraftSummary,
    errors: z.array(CatalogueProblem),
    doubts: z.array(CatalogueProblem),
    checklist: Checklist,
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

/** Every conflict needs a choice, or it is refused with `publish_conflict`. */
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
  /** What: "ticket type", "sessions". */
  noun: z.string(),
  count: z.number(),
  /** The names of the first ones. */
  names: z.array(z.string()),
});

/** A price, fee or tax of a ticket type that changes, in words; null where there is none. */
const PriceChange = z.object({
  /** With its group: "General admission: Adult". */
  type: z.string(),
  what: z.enum(["price", "lowest_price", "highest_price", "fee", "tax"]),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type PriceChange = z.infer<typeof PriceChange>;

export const publishPlan = {
  /** The newest revision, that the plan was made from. */
  revision: z.number(),
  lines: z.array(PlanLine),
  /** Settings of the seller change. */
  changes_seller: z.boolean(),
  /** Tickets for what changes or is retired, which are sold; nothing changes for their orders. */
  sold_tickets: z.number(),
  /** Carts that hold tickets for what changes or is retired. */
  carts: z.number(),
  /** Of these, carts whose price, fee or tax changes: they keep the old one. */
  carts_with_old_price: z.number(),
  /** Of these again, carts whose tax changes. */
  carts_with_old_tax: z.number(),
  /** Of all of them, carts that keep an old limit of an order, a group, its places or its seats. */
  carts_with_old_limit: z.number(),
  /** What changes of ticket types' prices, fees and taxes; the first 50. */
  price_changes: z.array(PriceChange),
  /** Sessions that change and have buyers. */
  buyers: ChangedBuyers,
};

/** What was published, and the action that writes to the buyers of changed sessions, where one was started. */
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
    /** A capacity that would be lower than what is sold or held. */
    broken_promises: z.array(CatalogueProblem),
  }),
});

/**
 * All or nothing. Refused with `validation_failed` and `errors`, with `would_break_promise`, with `publish_conflict` where a
 * chapter was published otherwise since its draft began, with `stale_version` where a draft or the newest revision is
 * another one than the plan was about, and with `has_buyers` until it says whether to write to buyers of changed sessions.
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
