import type { endOperatorVisit, letOperatorIn, listOperatorPermits } from "@foyer/contract/office/staff/operator.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { newId } from "../../db/newId.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { endPermit, insertPermit, openPermits } from "../../modules/staff/permits.ts";
import { requireRoom } from "../limits/requireRoom.ts";

export const listPermits = async (ctx: StaffContext): Promise<StaffReply<typeof listOperatorPermits>> => ({
  permits: await openPermits(ctx),
  may_let_in: ctx.staff.can("staff.edit"),
});

/** The database limits a visit to a day, whatever was requested. */
export const openVisit = async (
  ctx: StaffContext,
  { hours, reason }: StaffReceived<typeof letOperatorIn>,
): Promise<StaffReply<typeof letOperatorIn>> => {
  const id = newId();
  await changing(ctx, async (ctx) => {
    await requireRoom(ctx, "operator_visits");
    await insertPermit(ctx, { id, allowed_by: ctx.staff.id, reason, hours });
    await audit(ctx, { action: "operator.let_in", entity: { kind: "operator_permit", id }, after: { hours }, reason });
  });
  return { id };
};

export const endVisit = (ctx: StaffContext, { permit_id }: StaffReceived<typeof endOperatorVisit>): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    if (!(await endPermit(ctx, permit_id))) throw new Refused({ code: "not_found", context: "staff" });
    await audit(ctx, { action: "operator.sent_away", entity: { kind: "operator_permit", id: permit_id } });
    return {};
  });
