import type { BulkAction, BulkPreview, previewBulk, startBulk } from "@foyer/contract/office/bulk.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { newId } from "../../db/newId.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { closeSales, insertBulkItems, insertBulkJob } from "../../modules/aftersale/bulk/bulkRecords.ts";
import { newBulkJob, readSelection } from "../../modules/aftersale/bulk/bulkSelection.ts";
import { previewSelection } from "../../modules/aftersale/bulk/previewSelection.ts";
import { requireRoom } from "../limits/requireRoom.ts";

/**
 * Each action needs the permissions that the order desk would need. Since no fee is kept and no difference is charged,
 * these include going beyond the policy.
 */
const needed: Readonly<Record<BulkAction, readonly Permission[]>> = {
  move: ["order.exchange", "order.override", "order.refund_any"],
  cancel: ["order.cancel", "order.override", "order.refund_any"],
  gift_card: ["order.cancel", "order.override", "order.refund_any"],
  write: ["order.resend"],
};

const requirePermissions = ({ staff }: StaffContext, action: BulkAction): void => {
  if (!needed[action].every((permission) => staff.can(permission)))
    throw new Refused({ code: "access_denied", context: "staff" });
};

export const previewJob = async (
  ctx: StaffContext,
  request: StaffReceived<typeof previewBulk>,
): Promise<BulkPreview> => {
  requirePermissions(ctx, request.action);
  return previewSelection(ctx, await readSelection(ctx, request));
};

/**
 * Stops the sales of the sessions, then reads the orders behind their locks and starts the job, in one transaction. An
 * order that is made later comes from a cart that already held its places, and the job adds it at its end.
 */
export const startJob = (
  ctx: StaffContext,
  request: StaffReceived<typeof startBulk>,
): Promise<StaffReply<typeof startBulk>> => {
  requirePermissions(ctx, request.action);
  return changing(ctx, (ctx) => startJobWithin(ctx, request));
};

/** The same within the transaction of `ctx`. The caller has checked the permissions. */
export const startJobWithin = async (
  ctx: StaffContext,
  { reason, expected, ...request }: StaffReceived<typeof startBulk>,
): Promise<StaffReply<typeof startBulk>> => {
  const { db, seller, staff } = ctx;
  await requireRoom(ctx, "bulk_jobs");
  const closed = request.action === "write" ? [] : await closeSales(db, seller.id, request.session_ids);
  const selection = await readSelection(ctx, request);
  if (selection.orders.length !== expected.orders)
    throw new Refused({
      code: "stale_version",
      context: "bulk",
      description: `There are now ${selection.orders.length} orders. Check the preview again.`,
      extra: { orders: selection.orders.length },
    });
  const job = newBulkJob(selection, { id: newId(), reason, staff_id: staff.id });
  if (!(await insertBulkJob(db, seller.id, job))) throw new Refused({ code: "bulk_started", context: "bulk" });
  await insertBulkItems(db, seller.id, job.id, selection.orders);
  for (const id of closed)
    await audit(ctx, {
      action: "session.closed",
      entity: { kind: "session", id },
      after: { sales: "closed" },
      reason,
    });
  await audit(ctx, {
    action: "bulk.started",
    entity: { kind: "bulk_job", id: job.id },
    after: { action: job.action, orders: selection.orders.length, sessions: job.session_ids.length },
    reason,
  });
  return { id: job.id };
};
