import * as z from "zod/mini";
import { Id } from "../../basics.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import {
  CatalogueProblem,
  ChapterPath,
  ChapterVersion,
  DraftSummary,
  maxDrafts,
  PublishConflict,
  RevisionNumber,
} from "./catalogue.ts";
import { buyersAnswer, ChangedBuyers } from "./sessionBuyers.ts";

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

/** Drafts that are left out, as chapters separated by commas; the others are planned as if these did not exist. */
const LeftOut = z.string().check(z.maxLength(12_000), z.regex(/^[a-z0-9_/-]+(?:,[a-z0-9_/-]+)*$/));

export const planPublish = staffEndpoint({
  name: "planPublish",
  method: "GET",
  path: "/catalogue/plan",
  summary: "Say what publishing the drafts would do",
  can: "catalogue.read",
  audits: null,
  query: z.strictObject({ without: z.optional(LeftOut) }),
  reply: z.object({
    ...publishPlan,
    /** All drafts, also those that are left out. */
    drafts: z.array(DraftSummary),
    errors: z.array(CatalogueProblem),
    doubts: z.array(CatalogueProblem),
    conflicts: z.array(PublishConflict),
    /** Capacities that would fall below what is sold or held. */
    broken_promises: z.array(CatalogueProblem),
  }),
});

/**
 * Publishes all of these drafts or none. Refused with `validation_failed` and `errors`; with `would_break_promise`; with
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
      .array(z.strictObject({ chapter: ChapterPath, version: ChapterVersion }))
      .check(z.minLength(1), z.maxLength(maxDrafts)),
    revision: RevisionNumber,
    note: z.string().check(z.trim(), z.maxLength(500)),
    ...buyersAnswer,
  }),
  reply: published,
});
