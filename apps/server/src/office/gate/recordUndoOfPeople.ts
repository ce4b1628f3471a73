import type { GateAnswer, ScanSent } from "@foyer/contract/office/gate/gate.ts";
import type { GateContext } from "../../http/staff/staffContext.ts";
import { answerOf } from "./answerOf.ts";
import type { Decision } from "./decide.ts";
import { scanRow } from "./scanRow.ts";
import { scanTime } from "./scanTime.ts";
import { findScan, insertScan, recount } from "./scans.sql.ts";
import { undoTarget } from "./undoTarget.ts";

/**
 * Reverts a count of people without codes; who may do so, and for how long, is as for a check-in. Undefined if there is
 * nothing to revert, or the same undo was recorded meanwhile.
 */
export const recordUndoOfPeople = async (ctx: GateContext, sent: ScanSent): Promise<GateAnswer | undefined> => {
  const { db, seller } = ctx;
  const counted = sent.undoes === undefined ? undefined : await findScan(db, seller.id, sent.undoes);
  if (!counted || counted.ticket_id !== null || counted.membership_id !== null) return undefined;
  // A scan of an unknown code counts as refused, so there is nothing to revert.
  if (counted.counts !== "entry" && counted.counts !== "exit") return undefined;
  const at = scanTime(sent, ctx);
  const scan = { ...counted, at: Date.parse(counted.at), by_id: counted.device_id ?? counted.staff_id ?? "" };
  const undoes = undoTarget(ctx, sent, [scan], at);
  if (undoes === undefined) return undefined;
  const decision: Decision = {
    judgement: { shown: "welcome", reason: null, may_admit: false },
    already: undefined,
    let_in: false,
    undoes,
    counts: "undo",
    conflict: null,
  };
  const isNew = await insertScan(db, scanRow(ctx, sent, { at, zone: seller.timezone, subject: undefined, decision }));
  if (!isNew) return undefined;
  await recount(db, seller.id, [{ id: undoes, counts: "undone" }]);
  return answerOf(sent.id, decision, {});
};
