import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { crash, pause } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import { isOutage } from "../../../errors/isOutage.ts";
import { Refused } from "../../../errors/refused.ts";
import { writeEntry } from "../../audit/audit.ts";
import type { CheckoutJobContext } from "../../checkout/context.ts";
import { cartsOfSessions, ordersOfSessions } from "./bulkFacts.sql.ts";
import { processBulkItem, ItemSetAside, ItemTaken } from "./bulkItem.ts";
import {
  claimItem,
  countItems,
  endItem,
  insertBulkItems,
  lockBulkJob,
  postponeItem,
  runningJobs,
  setJobState,
  type BulkJobRow,
  type ClaimedItem,
} from "./bulkJobs.sql.ts";
import { notifyBuyersOfChoice } from "./notifyBuyersOfChoice.ts";

/** The longest time that one server works on an order, after which another one may take it over. */
const leaseSeconds = 60;
/** The most orders of a seller per run, so that a large job does not delay other sellers. */
const itemsInTurn = 100;
/** How often a refusal that may pass is tried, with a longer pause each time. */
const maxTries = 5;
/**
 * The most claims of an item. Claims that end without a result mean that servers died; only an item that kills every
 * server reaches this.
 */
const maxClaims = 50;

/** Refusals that may pass: a payment is in progress, or the server is busy. */
const passing: ReadonlySet<string> = new Set(["payment_in_progress", "unavailable", "too_many_requests"]);

/**
 * Processes a seller's running jobs. It can safely run concurrently, in one process or in several. Returns the number of
 * orders processed.
 */
export const runBulkJobs = async (ctx: CheckoutJobContext, stopping?: AbortSignal): Promise<number> => {
  let ended = 0;
  const today = todayAt(Temporal.Now.instant(), ctx.seller.timezone);
  await notifyBuyersOfChoice(ctx, stopping);
  for (const job of await runningJobs(ctx.db, ctx.seller.id, today)) {
    while (ended < itemsInTurn && stopping?.aborted !== true) {
      const item = await claimItem(ctx.db, ctx.seller.id, job.id, leaseSeconds);
      if (!item) break;
      await runItem(ctx, job, item);
      ended += 1;
    }
    await endJobIfDone(ctx, job);
  }
  return ended;
};

const runItem = async (ctx: CheckoutJobContext, job: BulkJobRow, item: ClaimedItem): Promise<void> => {
  try {
    if (item.attempts > maxClaims) throw new Error("Each server that tried it died.");
    await processBulkItem(ctx, job, item);
  } catch (error) {
    if (error instanceof ItemTaken) return;
    if (isOutage(error)) throw error;
    await recordFailure(ctx, item, error);
  }
};

/**
 * Sets aside refusals that a person has to decide, with their reason. Tries passing refusals and unexpected errors again;
 * after the last attempt the item has failed.
 */
const recordFailure = async (
  { db, seller, log }: CheckoutJobContext,
  item: ClaimedItem,
  error: unknown,
): Promise<void> => {
  const aside = { refund: 0, gift_card: 0 };
  if (error instanceof ItemSetAside) {
    await endItem(db, seller.id, item, { ...aside, state: "set_aside", reason: error.reason });
    return;
  }
  const mayPass = !(error instanceof Refused) || passing.has(error.code);
  if (error instanceof Refused && !mayPass) {
    await endItem(db, seller.id, item, { ...aside, state: "set_aside", reason: error.code });
    return;
  }
  const reason = error instanceof Refused ? error.code : "error";
  log.warn(
    {
      event: "bulk_item",
      order_id: item.order_id,
      err: error instanceof Error ? error.message : String(error),
    },
    "an order of a bulk job could not be done yet",
  );
  if (item.attempts >= maxTries) await endItem(db, seller.id, item, { ...aside, state: "failed", reason });
  else await postponeItem(db, seller.id, item, 5 * 2 ** item.attempts);
};

/**
 * Ends a job without remaining orders. Orders made from carts that held places at its start are added first. While such
 * carts are open the job waits, because they can still be paid and no other job would process their orders.
 */
const endJobIfDone = (ctx: CheckoutJobContext, job: BulkJobRow): Promise<void> =>
  transact(ctx, async ({ db }) => {
    const { id: seller_id } = ctx.seller;
    if (!(await lockBulkJob(db, seller_id, job.id, ["running"]))) return;
    const [counts] = await countItems(db, seller_id, [job.id]);
    if (counts && counts.left > 0) return;
    if (job.action !== "write" && job.session_ids.length > 0) {
      const { held } = await cartsOfSessions(db, seller_id, job.session_ids);
      const late = await ordersOfSessions(db, seller_id, job);
      await pause("bulk_job_swept");
      const added = await insertBulkItems(db, seller_id, job.id, late);
      if (added > 0 || held > 0) return;
    }
    await setJobState(db, seller_id, job.id, "done");
    crash("bulk_job_ending");
    const { done = 0, set_aside = 0, failed = 0 } = counts ?? {};
    await writeEntry(
      { db, seller: ctx.seller, actor: "job", via: "job", staff_id: job.staff_id, roles: [], requestId: null },
      {
        action: "bulk.ended",
        entity: { kind: "bulk_job", id: job.id },
        after: { done, set_aside, failed },
        reason: job.reason,
      },
    );
  });
