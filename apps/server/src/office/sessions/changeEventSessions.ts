import type {
  changeSessionsTogether,
  previewSessionChange,
  SessionsPreview,
  setSalesTogether,
} from "@foyer/contract/office/catalogue/eventSessions.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { closeSales } from "../../modules/aftersale/bulk/bulkRecords.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { applyDocument, problemField, requireCorrect } from "../editing/applyDocument.ts";
import { requireAnswer, requireMayWrite, writeToBuyers } from "../editing/buyers/answerBuyers.ts";
import { checkDocument } from "../editing/checkDocument.ts";
import { lockCatalogue, requireNewest } from "../editing/publishing.ts";
import { chosenSessions, openAllSales } from "./eventSessions.sql.ts";
import { requireSessionEvent } from "./findEventSessions.ts";
import {
  describeSessionPlan,
  differs,
  planSessionChange,
  requireNothingTaken,
  type PlannedSession,
} from "./planSessionChange.ts";

/** The effects of a change, after the same checks. */
export const previewSessionsChange = async (
  ctx: StaffContext,
  request: StaffReceived<typeof previewSessionChange>,
): Promise<SessionsPreview> => {
  const plan = await planSessionChange(ctx, request);
  const preview = await describeSessionPlan(ctx, plan);
  requireNothingTaken(plan, preview);
  requireCorrect(await checkDocument(ctx, plan.document, { lock: false }), problemField);
  return preview;
};

/**
 * Changes sessions as a new revision, under the locks of an import. Buyers are counted once the rows of the sessions are
 * locked: a concurrent purchase is either counted, or waits and sees the change.
 */
export const changeTogether = (
  ctx: StaffContext,
  { reason, expected, write_to_buyers, ...request }: StaffReceived<typeof changeSessionsTogether>,
): Promise<StaffReply<typeof changeSessionsTogether>> => {
  const answer = { expected, write_to_buyers };
  requireMayWrite(ctx, answer);
  return changing(ctx, async (ctx) => {
    await lockCatalogue(ctx);
    const plan = await planSessionChange(ctx, request);
    // A move is counted from the present start, so that it would be made twice.
    if (expected.revision !== undefined) await requireNewest(ctx, { number: plan.base }, expected.revision);
    const changed = plan.sessions.filter(differs);
    if (changed.length === 0)
      throw new Refused({
        code: "validation_failed",
        context: "staff",
        description: "These sessions are like that already.",
        extra: { fields: ["change"] },
      });
    const { revision } = await applyDocument(ctx, plan.document, { note: reason, answer: null });
    const preview = await describeSessionPlan(ctx, await planAsLocked(ctx, plan.event.id, plan));
    requireNothingTaken(plan, preview);
    const bought = preview.sessions.filter(({ orders }) => orders > 0).map(({ id }) => id);
    requireAnswer({ ...preview, sessions: bought.length }, answer);
    await audit(ctx, {
      action: "catalogue.published",
      entity: { kind: "catalogue", id: String(revision) },
      before: { revision: plan.base },
      after: { revision, chapters: [plan.chapter], sessions: changed.length },
      reason,
    });
    for (const { row, before, after } of changed)
      await audit(ctx, {
        action: "session.changed",
        entity: { kind: "session", id: row.id },
        before: stateOf(before),
        after: stateOf(after),
        reason,
      });
    const told = { orders: preview.orders, session_ids: bought, reason };
    return { revision, changed: changed.length, bulk_job_id: await writeToBuyers(ctx, answer, told) };
  });
};

/** The plan with its rows as read behind their locks. */
const planAsLocked = async (
  { db, seller }: StaffContext,
  event_template_id: string,
  plan: Awaited<ReturnType<typeof planSessionChange>>,
): Promise<typeof plan> => {
  const rows = await chosenSessions(
    db,
    seller.id,
    event_template_id,
    plan.sessions.map(({ row }) => row.id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { ...plan, sessions: plan.sessions.map((one) => ({ ...one, row: byId.get(one.row.id) ?? one.row })) };
};

const stateOf = (session: PlannedSession["before"]) => {
  const { capacity, oversell_capacity, cancelled, local_day, local_start, local_end, prices } = session;
  return { capacity, oversell_capacity, cancelled, begins: `${local_day} ${local_start}`, ends: local_end, prices };
};

/** Stops or restarts the sales of sessions, with locks in the same order as holds. */
export const setManySales = async (
  ctx: StaffContext,
  { key, session_ids, sales }: StaffReceived<typeof setSalesTogether>,
): Promise<StaffReply<typeof setSalesTogether>> =>
  changing(ctx, async (ctx) => {
    const { db, seller } = ctx;
    const event = await requireSessionEvent(ctx, key);
    const ids = [...new Set(session_ids)];
    const rows = await chosenSessions(db, seller.id, event.id, ids);
    if (rows.length < ids.length)
      throw new Refused({ code: "validation_failed", context: "staff", extra: { fields: ["session_ids"] } });
    const begun = rows.filter(({ has_begun }) => has_begun);
    if (begun.length > 0)
      throw new Refused({ code: "session_begun", context: "staff", extra: { session_ids: begun.map(({ id }) => id) } });
    const changed = await (sales === "closed" ? closeSales : openAllSales)(db, seller.id, ids);
    for (const id of changed)
      await audit(ctx, {
        action: sales === "closed" ? "session.closed" : "session.opened",
        entity: { kind: "session", id },
        before: { sales: sales === "closed" ? "open" : "closed" },
        after: { sales },
      });
    await audit(ctx, {
      action: "session.sales_set",
      entity: { kind: "chapter", id: `event/${key}` },
      after: { sales, sessions: changed.length },
    });
    return { changed: changed.length, session_ids: [...changed] };
  });
