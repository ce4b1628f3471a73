import * as z from "zod/mini";
import { Reason } from "./changes.ts";
import { Currency, Day, Id, Instant, Money } from "../basics.ts";
import { Nothing, staffEndpoint } from "./staff/staffEndpoint.ts";

/**
 * What a job does for each order: `move` its tickets to another session of the event, `cancel` them and refund the original
 * means of payment, cancel them and refund to a `gift_card`, or only `write` to the buyer. No fee is kept, and a dearer
 * session costs nothing more.
 */
export const bulkActions = ["move", "cancel", "gift_card", "write"] as const;
export type BulkAction = (typeof bulkActions)[number];

export const bulkJobStates = ["running", "paused", "stopped", "done"] as const;
export type BulkJobState = (typeof bulkJobStates)[number];

/** `set_aside`: needs a person's attention. `failed`: tried several times without success. */
export const bulkItemStates = ["left", "done", "set_aside", "failed"] as const;
export type BulkItemState = (typeof bulkItemStates)[number];

export const maxBulkSessions = 200;
export const maxBulkOrders = 1000;

/**
 * Selects orders in one of three ways: `session_ids` (all buyers of these sessions), `order_numbers`, or, for `write`,
 * `moved_in_revision` (the buyers whose sessions moved when that revision was published). `from_day`: the job does nothing
 * before this day of the seller, so that buyers of sessions cancelled in the catalogue can choose by the link in their
 * e-mail first. `offers_choice`: buyers get an e-mail with `subject` and `message` now, whatever the state of the sessions,
 * and until `from_day` can use its link to get a refund or choose another session without a fee; the job then processes the
 * rest.
 */
export const BulkRequest = z.strictObject({
  action: z.enum(bulkActions),
  session_ids: z.array(Id).check(z.maxLength(maxBulkSessions)),
  order_numbers: z.array(z.int().check(z.minimum(1))).check(z.maxLength(maxBulkOrders)),
  moved_in_revision: z.optional(z.int().check(z.minimum(1), z.maximum(2_147_483_647))),
  target_session_id: z.optional(Id),
  from_day: z.optional(Day),
  offers_choice: z.optional(z.literal(true)),
  subject: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
  message: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(5000))),
});
export type BulkRequest = z.infer<typeof BulkRequest>;

/** Some orders, with the first order numbers. */
const NamedOrders = z.object({ orders: z.int(), order_numbers: z.array(z.int()) });

/** Orders that a job cannot process by itself. */
const SetAside = z.object({ reason: z.string(), ...NamedOrders.shape });

export const BulkPreview = z.object({
  orders: z.int(),
  people: z.int(),
  tickets: z.int(),
  currency: Currency,
  /**
   * The amounts to refund, by means of payment; those of new gift cards include the bonus. A move to a cheaper session
   * refunds the difference.
   */
  back: z.array(z.object({ means: z.string(), amount: Money })),
  total_back: Money,
  cannot: z.array(SetAside),
  /**
   * Carts with tickets for the sessions that are paid for in instalments. They are not orders yet, and a job never changes
   * them.
   */
  part_paid: z.int(),
  /** The numbers of the first of them. Staff move or cancel each on its own (plans.ts). */
  part_paid_carts: z.array(z.int()),
  /** Carts that hold places of the sessions now. They can still be paid for; the job then processes their orders too. */
  held: z.int(),
  /** For a move: the places it needs, and those left in the target session. `left` is null without a limit. */
  places: z.nullable(z.object({ needed: z.int(), left: z.nullable(z.int()) })),
  /**
   * Orders whose buyers get an e-mail at the start. With `offers_choice` these are all with valid tickets, also those that
   * are set aside later.
   */
  with_email: z.int(),
  /** The same for buyers who have no e-mail address, so nobody tells them. */
  without_email: z.int(),
  /** The e-mails to the first orders, as they will be sent; none if the buyers of all of these are changing them now. */
  emails: z.array(z.object({ order_number: z.int(), to: z.string(), subject: z.string(), text: z.string() })),
});
export type BulkPreview = z.infer<typeof BulkPreview>;

/**
 * Changes nothing. A target session that is over or closed is refused with `event_session_not_on_sale`; one with too few
 * places is refused with `event_session_sold_out` and the number of `missing` places.
 */
export const previewBulk = staffEndpoint({
  name: "previewBulk",
  method: "POST",
  path: "/bulk/preview",
  summary: "What an action for many orders would come to. Changes nothing.",
  can: "bulk.run",
  audits: null,
  body: BulkRequest,
  reply: BulkPreview,
});

/**
 * Stops the sales of the sessions and starts the job. `expected` is the number of orders that the preview showed; if it has
 * changed since, the call is refused with `stale_version`. Starting the same selection twice is refused with
 * `bulk_started`.
 */
export const startBulk = staffEndpoint({
  name: "startBulk",
  method: "POST",
  path: "/bulk",
  summary: "Start an action for many orders",
  can: "bulk.run",
  audits: "bulk.started",
  body: z.strictObject({
    ...BulkRequest.shape,
    reason: Reason,
    expected: z.strictObject({ orders: z.int().check(z.minimum(0)) }),
  }),
  reply: z.object({ id: Id }),
});

export const BulkJob = z.object({
  id: Id,
  action: z.enum(bulkActions),
  state: z.enum(bulkJobStates),
  reason: z.string(),
  started_by: z.string(),
  started_at: Instant,
  ended_at: z.nullable(Instant),
  from_day: z.nullable(Day),
  offers_choice: z.boolean(),
  /** Names and start times of the sessions; empty for a job for single orders. */
  sessions: z.array(
    z.object({ event: z.string(), start_datetime: Instant, all_day: z.boolean(), timezone: z.string() }),
  ),
  currency: Currency,
  counts: z.object({ done: z.int(), set_aside: z.int(), failed: z.int(), left: z.int() }),
  /** The amounts refunded and issued as gift cards. */
  refund: Money,
  gift_card: Money,
});
export type BulkJob = z.infer<typeof BulkJob>;

export const listBulk = staffEndpoint({
  name: "listBulk",
  method: "GET",
  path: "/bulk",
  summary: "List actions for many orders, the newest first",
  can: "bulk.run",
  stepUp: false,
  audits: null,
  reply: z.object({ jobs: z.array(BulkJob) }),
});

const ofJob = z.strictObject({ bulk_job_id: Id });

export const BulkItem = z.object({
  order_number: z.int(),
  state: z.enum(bulkItemStates),
  reason: z.nullable(z.string()),
  refund: Money,
  gift_card: Money,
});
export type BulkItem = z.infer<typeof BulkItem>;

/** The reply is the same for every staff member. */
export const readBulk = staffEndpoint({
  name: "readBulk",
  method: "GET",
  path: "/bulk/:bulk_job_id",
  summary: "Read the progress of an action for many orders",
  can: "bulk.run",
  stepUp: false,
  audits: null,
  params: ofJob,
  reply: z.object({
    job: BulkJob,
    /** Carts that still hold places of the sessions. A job with no orders left waits for them. */
    held: z.int(),
    /** Carts with tickets for the sessions that are still paid for in instalments, as in the preview. */
    part_paid: z.int(),
    part_paid_carts: z.array(z.int()),
    /** Orders that were changed, or can be by their buyers, although these have no e-mail address and so were not told. */
    without_email: NamedOrders,
    /** Orders whose e-mail of this job could not be sent. */
    undelivered: NamedOrders,
    /** The items set aside or failed, by order number, those with nothing left to do last; at most 200. */
    open: z.array(BulkItem),
  }),
});

/** The report as a file: every order with its outcome, without names. */
export const downloadBulk = staffEndpoint({
  name: "downloadBulk",
  method: "GET",
  path: "/bulk/:bulk_job_id/report.csv",
  summary: "Download what became of each order",
  can: "bulk.run",
  stepUp: false,
  audits: null,
  params: ofJob,
  reply: z.unknown(),
  raw: true,
});

/** `pause`, `resume` or permanently `stop` a job, or `retry` everything that was set aside or has failed; a paused job stays paused. */
export const steerBulk = staffEndpoint({
  name: "steerBulk",
  method: "POST",
  path: "/bulk/:bulk_job_id/steer",
  summary: "Pause, resume, stop or retry an action for many orders",
  can: "bulk.run",
  audits: "bulk.steered",
  params: ofJob,
  body: z.strictObject({ to: z.enum(["pause", "resume", "stop", "retry"]) }),
  reply: Nothing,
});
