import { bulkObstacle } from "@foyer/rules/aftersale/bulkObstacle.ts";
import type { AuditAction } from "@foyer/contract/office/staff/auditActions.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { crash, pause } from "../../../db/faultPoints.ts";
import { transact, type Within } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import { writeEntry } from "../../audit/audit.ts";
import type { CheckoutJobContext } from "../../checkout/context.ts";
import { findOrder, type OrderRow } from "../../orders/readOrders.ts";
import { cancelForVenue, quoteForVenue } from "../venue/cancelForVenue.ts";
import { moveForVenue, type CompletedMove } from "../venue/moveForVenue.ts";
import type { RecordedCancellation } from "../cancel/recordCancellation.ts";
import { bulkOrder, type BulkOrderRow } from "./bulkFacts.sql.ts";
import { endItem, lockItem, type BulkJobRow, type ClaimedItem } from "./bulkJobs.sql.ts";
import { queueBulkEmail } from "./queueBulkEmail.ts";

/** Minor units. */
type Returned = { readonly refund: number; readonly gift_card: number };
const nothingReturned: Returned = { refund: 0, gift_card: 0 };

/** Somebody else has processed the order, or has started to in the meantime. */
export class ItemTaken extends Refused {
  constructor() {
    super({ code: "request_in_progress", context: "bulk" });
  }
}

/** The order is left to a person. */
export class ItemSetAside extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

const actions = {
  move: "order.moved",
  cancel: "order.cancelled",
  gift_card: "order.cancelled",
  write: "order.written_to",
} as const satisfies Record<BulkJobRow["action"], AuditAction>;

/**
 * Processes one order of a job: runs the desk's use case, and in the same transaction ends the item and writes its audit
 * entry. So an order is processed once, even if a server dies: before the commit nothing is done, and after it the item
 * says so. Refunds are sent after the commit; the job that settles refunds sends those that a dead server has not sent.
 */
export const processBulkItem = async (ctx: CheckoutJobContext, job: BulkJobRow, item: ClaimedItem): Promise<void> => {
  const order = await findOrder(ctx, item.order_id);
  if (!order) throw new ItemSetAside("not_found");
  const { ticket_ids } = await requireFit(ctx, job, item);
  crash("bulk_item_claimed");
  if (job.action === "write") return writeTo(ctx, job, item, order);
  if (job.action === "move") return moveOrder(ctx, job, item, { order, ticket_ids });
  return cancelOrder(ctx, job, item, { order, ticket_ids });
};

/** Checks the order again: if it no longer fits the job, it is set aside. */
const requireFit = async (
  ctx: CheckoutJobContext,
  job: BulkJobRow,
  { order_id }: ClaimedItem,
): Promise<BulkOrderRow> => {
  const facts = await bulkOrder(ctx.db, ctx.seller.id, job, order_id);
  const obstacle = facts ? bulkObstacle(job.action, facts) : "nothing_left";
  if (!facts || obstacle) throw new ItemSetAside(obstacle ?? "nothing_left");
  return facts;
};

type TicketsOfOrder = { readonly order: OrderRow; readonly ticket_ids: readonly string[] };

const moveOrder = async (
  ctx: CheckoutJobContext,
  job: BulkJobRow,
  item: ClaimedItem,
  { order, ticket_ids }: TicketsOfOrder,
): Promise<void> => {
  const minor = (amount: string): number => fromDecimal(amount, order.currency) ?? 0;
  await moveForVenue(ctx, order, {
    now: Temporal.Now.instant(),
    event_session_id: job.target_session_id ?? "",
    ticket_ids,
    refund_to: "same_means",
    waivesFee: true,
    waivesDifference: true,
    note: { reason: job.reason, made_by: job.started_by },
    within: itemTransaction<CompletedMove>(job, item, {
      returned: ({ change }) => ({ refund: minor(change.refund), gift_card: minor(change.gift_card) }),
      after: { tickets: ticket_ids.length, event_session_id: job.target_session_id },
      currency: order.currency,
    }),
  });
};

const cancelOrder = async (
  ctx: CheckoutJobContext,
  job: BulkJobRow,
  item: ClaimedItem,
  { order, ticket_ids }: TicketsOfOrder,
): Promise<void> => {
  const wanted = {
    now: Temporal.Now.instant(),
    ticket_ids,
    refund_to: job.action === "gift_card" ? ("gift_card" as const) : ("same_means" as const),
    waivesFee: true,
  };
  const expected = await quoteForVenue(ctx, order, wanted);
  // Detects a dispute that was opened before the quote. One that is opened after it changes the amounts, which the
  // cancellation refuses.
  await requireFit(ctx, job, item);
  await pause("bulk_item_quoted");
  await cancelForVenue(ctx, order, {
    ...wanted,
    note: { reason: job.reason, made_by: job.started_by },
    expected,
    within: itemTransaction<RecordedCancellation>(job, item, {
      returned: ({ planned: { quote } }) => ({ refund: quote.refund, gift_card: quote.gift_card }),
      after: { tickets: ticket_ids.length },
      currency: order.currency,
    }),
  });
};

const writeTo = async (ctx: CheckoutJobContext, job: BulkJobRow, item: ClaimedItem, order: OrderRow): Promise<void> => {
  const within = itemTransaction(job, item, { returned: () => nothingReturned, after: {}, currency: order.currency });
  await within(ctx, async (tx) => {
    if (!(await queueBulkEmail(tx, job, order))) throw new ItemSetAside("no_email");
  });
};

type ItemChange<Result> = {
  /** The refunded amounts. */
  readonly returned: (result: Result) => Returned;
  /** Additional details for the audit log. */
  readonly after: Readonly<Record<string, unknown>>;
  readonly currency: string;
};

/** The transaction of one order: locks its item, makes the change, ends the item and writes the audit log. */
const itemTransaction =
  <Result>(job: BulkJobRow, item: ClaimedItem, { returned, after, currency }: ItemChange<Result>): Within =>
  (ctx, work) =>
    transact(ctx, async (tx) => {
      const { db, seller } = tx as typeof tx & CheckoutJobContext;
      if (!(await lockItem(db, seller.id, item))) throw new ItemTaken();
      const result = await work(tx);
      const back = returned(result as unknown as Result);
      crash("bulk_item_changed");
      await endItem(db, seller.id, item, { state: "done", reason: null, ...back });
      await writeEntry(
        { db, seller, actor: "job", via: "job", staff_id: job.staff_id, roles: [], requestId: null },
        {
          action: actions[job.action],
          entity: { kind: "order", id: String(item.order_number) },
          after: { bulk_job: job.id, ...after, ...returnedOf(back, currency) },
          reason: job.reason,
        },
      );
      await pause("bulk_item_ending");
      return result;
    });

const returnedOf = ({ refund, gift_card }: Returned, currency: string): object => ({
  ...(refund > 0 && { refund: toDecimal(refund, currency) }),
  ...(gift_card > 0 && { gift_card: toDecimal(gift_card, currency) }),
});
