import type { countPausedCodes, limitCode, pauseCodes } from "@foyer/contract/office/catalogue/codes.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { countPaused, lockCode, setCodeLimit, setPausedCodes } from "./codes.sql.ts";
import { invalidCode, storedLimit } from "./codeRules.ts";
import { codeNotFound } from "./readCodes.ts";

/**
 * Pauses or resumes codes. Codes are not cached, so the next call on any server sees it. A cart keeps a code's effect until
 * it changes.
 */
export const pauseMany = async (
  ctx: StaffContext,
  { is_paused, code_ids, paused_at, ...filter }: StaffReceived<typeof pauseCodes>,
): Promise<StaffReply<typeof pauseCodes>> => {
  // A call that selects nothing must not affect all codes.
  const { code_group_id, state, use } = filter;
  if ([code_ids, paused_at, code_group_id, state, use].every((choice) => choice === undefined))
    throw invalidCode({}, "code_ids", "code_group_id");
  return changing(ctx, async (ctx) => {
    const done = await setPausedCodes(ctx, { is_paused, code_ids, paused_at, ...filter });
    const [one] = code_ids ?? [];
    const entity =
      code_ids?.length === 1 && one !== undefined
        ? ({ kind: "code", id: one } as const)
        : ({ kind: "code_group", id: code_group_id ?? "several" } as const);
    await audit(ctx, {
      action: "code.paused",
      entity,
      after: { paused: is_paused, codes: done.changed, ...(state && { state }), ...(use && { use }) },
    });
    return done;
  });
};

export const countPausedOnes = async (
  ctx: StaffContext,
  filter: StaffReceived<typeof countPausedCodes>,
): Promise<StaffReply<typeof countPausedCodes>> => ({ count: await countPaused(ctx, filter) });

/** Sets the maximum number of uses of a code, not below the number it already has. */
export const limitOneCode = (
  ctx: StaffContext,
  { code_id, max_uses }: StaffReceived<typeof limitCode>,
): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    const { db, seller } = ctx;
    const code = await lockCode(db, seller.id, code_id);
    if (!code) throw codeNotFound();
    if (max_uses !== null && max_uses < code.used) throw invalidCode({ used: code.used }, "max_uses");
    await setCodeLimit(db, seller.id, { id: code.id, max_uses: storedLimit(max_uses) });
    await audit(ctx, {
      action: "code.limited",
      entity: { kind: "code", id: code.id },
      before: { max_uses: code.max_uses < 0 ? null : code.max_uses },
      after: { max_uses },
    });
    return {};
  });
