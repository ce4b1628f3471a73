import { Readable } from "node:stream";
import {
  bulkItemStates,
  type BulkItem,
  type BulkJob,
  type downloadBulk,
  type listBulk,
  type readBulk,
  type steerBulk,
} from "@foyer/contract/office/bulk.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { errorCode } from "../../errors/errorCode.ts";
import { Refused } from "../../errors/refused.ts";
import type { StreamedReply } from "../../http/staff/sendFile.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import {
  bulkSessions,
  cartsOfSessions,
  noCarts,
  countItems,
  findBulkJob,
  itemsOfJob,
  lockBulkJob,
  newestJobs,
  openItems,
  retryItems,
  setJobState,
  undeliveredOrders,
  untoldOrders,
  type BulkCountsRow,
  type BulkItemRow,
  type BulkJobRow,
  type BulkSessionRow,
} from "../../modules/aftersale/bulk/bulkRecords.ts";
import { csvLine } from "../downloads/csvLine.ts";

const notFound = (): Refused => new Refused({ code: "not_found", context: "bulk" });

export const listJobs = async (ctx: StaffContext): Promise<StaffReply<typeof listBulk>> => ({
  jobs: await presentJobs(ctx, await newestJobs(ctx.db, ctx.seller.id)),
});

/** The maximum number of items that a page shows. */
const shownItems = 200;

export const readJob = async (
  ctx: StaffContext,
  { bulk_job_id }: StaffReceived<typeof readBulk>,
): Promise<StaffReply<typeof readBulk>> => {
  const { db, seller } = ctx;
  const row = await findBulkJob(db, seller.id, bulk_job_id);
  if (!row) throw notFound();
  const [job] = await presentJobs(ctx, [row]);
  if (!job) throw notFound();
  const open = await openItems(db, seller.id, row.id, shownItems);
  const waits = row.state === "running" && job.counts.left === 0;
  const carts = row.action === "write" ? noCarts : await cartsOfSessions(db, seller.id, row.session_ids);
  const { part_paid, part_paid_carts } = carts;
  const [without_email, undelivered] = await Promise.all([
    untoldOrders(db, seller.id, { bulk_job_id }),
    undeliveredOrders(db, seller.id, { bulk_job_id }),
  ]);
  return {
    job,
    held: waits ? carts.held : 0,
    part_paid,
    part_paid_carts,
    without_email: { ...without_email, order_numbers: [...without_email.order_numbers] },
    undelivered: { ...undelivered, order_numbers: [...undelivered.order_numbers] },
    open: open.map((item) => presentItem(ctx, item)),
  };
};

const presentItem = ({ seller }: StaffContext, item: BulkItemRow): BulkItem => ({
  ...item,
  refund: toDecimal(item.refund, seller.default_currency_code),
  gift_card: toDecimal(item.gift_card, seller.default_currency_code),
});

const presentJobs = async ({ db, seller }: StaffContext, rows: readonly BulkJobRow[]): Promise<BulkJob[]> => {
  const [counts, sessions] = await Promise.all([
    countItems(
      db,
      seller.id,
      rows.map(({ id }) => id),
    ),
    bulkSessions(db, seller.id, [...new Set(rows.flatMap(({ session_ids }) => session_ids))]),
  ]);
  const currency = seller.default_currency_code;
  return rows.map(
    ({ id, action, state, reason, started_by, started_at, ended_at, from_day, offers_choice, session_ids }) => {
      const { refund, gift_card, ...counted } = countsOf(counts, id);
      return {
        id,
        action,
        state,
        reason,
        started_by,
        started_at,
        ended_at,
        from_day,
        offers_choice,
        sessions: sessions.filter((session) => session_ids.includes(session.id)).map(presentSession),
        currency,
        counts: counted,
        refund: toDecimal(refund, currency),
        gift_card: toDecimal(gift_card, currency),
      };
    },
  );
};

const countsOf = (counts: readonly BulkCountsRow[], id: string): Omit<BulkCountsRow, "bulk_job_id"> => {
  const {
    done = 0,
    set_aside = 0,
    failed = 0,
    left = 0,
    refund = 0,
    gift_card = 0,
  } = counts.find(({ bulk_job_id }) => bulk_job_id === id) ?? {};
  return { done, set_aside, failed, left, refund, gift_card };
};

const presentSession = (session: BulkSessionRow): BulkJob["sessions"][number] => ({
  event: session.event,
  start_datetime: session.start_datetime,
  timezone: session.timezone,
  all_day: isAllDay(session, { event_type: session.event_type, names_start: session.names_start ?? false }),
});

const steps = {
  pause: { from: ["running"], to: "paused" },
  resume: { from: ["paused"], to: "running" },
  stop: { from: ["running", "paused"], to: "stopped" },
  retry: { from: ["running", "paused", "done"], to: "running" },
} as const;

/** An order that a server is working on is finished; no other one is begun while a job is paused or stopped. */
export const steerJob = async (
  ctx: StaffContext,
  { bulk_job_id, to }: StaffReceived<typeof steerBulk>,
): Promise<Nothing> => {
  await changing(ctx, async (ctx) => {
    const { db, seller } = ctx;
    if (!(await findBulkJob(db, seller.id, bulk_job_id))) throw notFound();
    const step = steps[to];
    const before = await lockBulkJob(db, seller.id, bulk_job_id, step.from);
    if (!before) throw new Refused({ code: "stale_version", context: "bulk" });
    const again = to === "retry" ? await retryItems(db, seller.id, bulk_job_id) : 0;
    const state = to === "retry" && before.state === "paused" ? before.state : step.to;
    await setJobState(db, seller.id, bulk_job_id, state).catch((error: unknown) => {
      // Somebody has started the same selection again since.
      if (errorCode(error) === "23505") throw new Refused({ code: "bulk_started", context: "bulk" });
      throw error;
    });
    await audit(ctx, {
      action: "bulk.steered",
      entity: { kind: "bulk_job", id: bulk_job_id },
      before: { state: before.state },
      after: { state, ...(to === "retry" && { again }) },
    });
  });
  return {};
};

const batchSize = 1000;

const reportLines = async function* ({ db, seller }: StaffContext, job_id: string): AsyncGenerator<string> {
  yield csvLine(["order_number", "state", "reason", "refund", "gift_card", "currency"]);
  const currency = seller.default_currency_code;
  let after = 0;
  for (;;) {
    const rows = await itemsOfJob(db, seller.id, job_id, { states: bulkItemStates, after, limit: batchSize });
    for (const { order_number, state, reason, refund, gift_card } of rows)
      yield csvLine([
        String(order_number),
        state,
        reason ?? "",
        toDecimal(refund, currency),
        toDecimal(gift_card, currency),
        currency,
      ]);
    const last = rows.at(-1);
    if (rows.length < batchSize || !last) return;
    after = last.order_number;
  }
};

/** The outcome of each order, without names. */
export const downloadJob = async (
  ctx: StaffContext,
  { bulk_job_id }: StaffReceived<typeof downloadBulk>,
): Promise<StreamedReply> => {
  if (!(await findBulkJob(ctx.db, ctx.seller.id, bulk_job_id))) throw notFound();
  return {
    stream: Readable.from(reportLines(ctx, bulk_job_id)),
    type: "text/csv; charset=utf-8",
    fileName: `bulk-${ctx.seller.slug}-${bulk_job_id.slice(0, 8)}.csv`,
  };
};
