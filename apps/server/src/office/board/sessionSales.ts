import type { closeSessionSales, openSessionSales } from "@foyer/contract/office/board.ts";
import type { Nothing, StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { bulkSessions, closeSales, openSales } from "../../modules/aftersale/bulk/bulkRecords.ts";

const requireSession = async ({ db, seller }: StaffContext, id: string): Promise<void> => {
  const [session] = await bulkSessions(db, seller.id, [id]);
  if (!session) throw new Refused({ code: "not_found", context: "staff" });
};

/** Stops the sales of a session at once: holds wait for the session's row lock and then see that it is closed. */
export const closeSalesOfSession = async (
  ctx: StaffContext,
  { event_session_id: id }: StaffReceived<typeof closeSessionSales>,
): Promise<Nothing> => {
  await changing(ctx, async (ctx) => {
    await requireSession(ctx, id);
    const [closed] = await closeSales(ctx.db, ctx.seller.id, [id]);
    await audit(ctx, {
      action: "session.closed",
      entity: { kind: "session", id },
      before: { sales: closed === undefined ? "closed" : "open" },
      after: { sales: "closed" },
    });
  });
  return {};
};

export const openSalesOfSession = async (
  ctx: StaffContext,
  { event_session_id: id }: StaffReceived<typeof openSessionSales>,
): Promise<Nothing> => {
  await changing(ctx, async (ctx) => {
    await requireSession(ctx, id);
    const wasClosed = await openSales(ctx.db, ctx.seller.id, id);
    await audit(ctx, {
      action: "session.opened",
      entity: { kind: "session", id },
      before: { sales: wasClosed ? "closed" : "open" },
      after: { sales: "open" },
    });
  });
  return {};
};
