import type { makeCode, makeCodes } from "@foyer/contract/office/catalogue/codes.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { patternProblem } from "@foyer/rules/pricing/codePattern.ts";
import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import { newId, newOrderedId } from "../../db/newId.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { insertCodeBatch, insertCodes } from "../../modules/codes/batches/codeRecords.ts";
import { requireRoom } from "../limits/requireRoom.ts";
import { findCodeByText, selectGroups } from "./codes.sql.ts";
import { invalidCode, periodOf, storedLimit } from "./codeRules.ts";
import { codeNotFound } from "./readCodes.ts";

/** The group of a call. A group of another seller, or one that the catalogue has withdrawn, is not found. */
export const requireGroup = async (ctx: StaffContext, code_group_id: string) => {
  const [group] = await selectGroups(ctx, code_group_id);
  if (!group) throw codeNotFound();
  return group;
};

const requirePeriod = (ctx: StaffContext, days: Parameters<typeof periodOf>[1]) => {
  const period = periodOf(ctx.seller, days);
  if (!period) throw invalidCode({}, "first_day", "last_day");
  return period;
};

export const makeOneCode = async (
  ctx: StaffContext,
  { code_group_id, code, max_uses, ...days }: StaffReceived<typeof makeCode>,
): Promise<StaffReply<typeof makeCode>> => {
  const group = await requireGroup(ctx, code_group_id);
  const normalized = normalizeCode(code);
  const made = {
    id: newOrderedId(),
    code,
    normalized,
    max_uses: storedLimit(max_uses),
    ...requirePeriod(ctx, days),
  };
  return changing(ctx, async (ctx) => {
    const [id] = await insertCodes(ctx.db, ctx.seller.id, { code_group_id, code_batch_id: null, codes: [made] });
    if (id === undefined) {
      const known = await findCodeByText(ctx, normalized);
      const is_gift = known?.is_gift === true;
      throw new Refused({
        code: "duplicate_code",
        context: "code",
        description: is_gift ? "This code already exists, as a gift." : "This code already exists.",
        extra: { code, is_gift, ...(known && !is_gift && { code_id: known.id }) },
      });
    }
    const { valid_from, valid_to } = made;
    await audit(ctx, {
      action: "code.made",
      entity: { kind: "code", id },
      after: { code, group: group.key, max_uses, valid_from, valid_to },
    });
    return { id };
  });
};

/** Hands the codes over to the job that makes them. */
export const startCodes = async (
  ctx: StaffContext,
  { code_group_id, prefix, length, quantity, max_uses, reason, ...days }: StaffReceived<typeof makeCodes>,
): Promise<StaffReply<typeof makeCodes>> => {
  const group = await requireGroup(ctx, code_group_id);
  const problem = patternProblem({ prefix, length, quantity });
  if (problem) throw invalidCode(problem.problem === "too_few_possible" ? { length: problem.length } : {}, "length");
  const batch = {
    id: newId(),
    staff_id: ctx.staff.id,
    code_group_id,
    prefix,
    length,
    quantity,
    max_uses: storedLimit(max_uses),
    reason,
    ...requirePeriod(ctx, days),
  };
  return changing(ctx, async (ctx) => {
    await requireRoom(ctx, "code_batches");
    await insertCodeBatch(ctx.db, ctx.seller.id, batch);
    await audit(ctx, {
      action: "code.batch_started",
      entity: { kind: "code_batch", id: batch.id },
      after: { quantity, prefix, group: group.key, max_uses },
      reason,
    });
    return { batch_id: batch.id };
  });
};
