import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { crash } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import type { CheckoutJobContext } from "../../checkout/context.ts";
import { findOrder } from "../../orders/readOrders.ts";
import { jobsWithBuyersToNotify, scheduleNextSearch, claimUnnotifiedOrders } from "./bulkChoices.sql.ts";
import { bulkOrder, ordersOfSessions } from "./bulkFacts.sql.ts";
import { findBulkJob, insertBulkItems, type BulkJobRow } from "./bulkJobs.sql.ts";
import { queueBulkEmail } from "./queueBulkEmail.ts";

/** The number of orders whose buyers are told in one transaction. */
const ordersAtOnce = 50;

/**
 * Tells the buyers of jobs that they can choose, once per job and order: the e-mail is queued in the transaction that
 * marks the order. Also adds orders made from carts that held places when the job began. It can safely run concurrently.
 */
export const notifyBuyersOfChoice = async (ctx: CheckoutJobContext, stopping?: AbortSignal): Promise<void> => {
  const { db, seller } = ctx;
  for (const id of await jobsWithBuyersToNotify(db, seller.id, todayAt(Temporal.Now.instant(), seller.timezone))) {
    const job = await findBulkJob(db, seller.id, id);
    if (!job) continue;
    if (job.session_ids.length > 0)
      await insertBulkItems(db, seller.id, job.id, await ordersOfSessions(db, seller.id, job));
    while (stopping?.aborted !== true && (await tellNext(ctx, job)) === ordersAtOnce);
    if (stopping?.aborted === true) return;
    await scheduleNextSearch(db, seller.id, job.id);
  }
};

const tellNext = (ctx: CheckoutJobContext, job: BulkJobRow): Promise<number> =>
  transact(ctx, async (within) => {
    const tx = { ...ctx, ...within };
    const orders = await claimUnnotifiedOrders(tx.db, ctx.seller.id, { job_id: job.id, limit: ordersAtOnce });
    for (const order_id of orders) {
      const order = await findOrder(tx, order_id);
      const facts = await bulkOrder(tx.db, ctx.seller.id, job, order_id);
      // Without a valid ticket there is nothing to choose.
      if (order && facts && facts.booked > 0) await queueBulkEmail(tx, job, order);
    }
    if (orders.length > 0) crash("bulk_choice_told");
    return orders.length;
  });
