import type { countPausedCodes, limitCode, pauseCodes } from "@foyer/contract/office/catalogue/codes.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, auditAll, changing } from "../../modules/audit/audit.ts";
import { staleVersion } from "../../modules/audit/staleVersion.ts";
import { lockCode, setCodeLimit } from "./codes.sql.ts";
import { invalidCode, limitOf, storedLimit } from "./codeRules.ts";
import { countPaused, setPausedCodes } from "./pauseCodes.sql.ts";
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
    const { codes, ...done } = await setPausedCodes(ctx, { is_paused, code_ids, paused_at, ...filter });
    const what = { paused: is_paused, ...(state && { state }), ...(use && { use }) };
    await auditAll(
      ctx,
      entitiesOf(codes, { code_ids, code_group_id }).map(({ entity, count }) => ({
        action: "code.paused",
        entity,
        after: { ...what, codes: count },
      })),
    );
    return { ...done, changed: codes.length };
  });
};

type Changed = Awaited<ReturnType<typeof setPausedCodes>>["codes"];
type Chosen = Pick<StaffReceived<typeof pauseCodes>, "code_ids" | "code_group_id">;

/** What the audit log records: the codes themselves if they were named, otherwise their groups, each with its number. */
const entitiesOf = (codes: Changed, { code_ids, code_group_id }: Chosen) => {
  if (code_ids) {
    const changed = new Set(codes.map(({ id }) => id));
    return code_ids.map((id) => ({ entity: { kind: "code", id } as const, count: changed.has(id) ? 1 : 0 }));
  }
  const byGroup = [...Map.groupBy(codes, (code) => code.code_group_id)].map(([id, all]) => [id, all.length] as const);
  const groups = byGroup.length > 0 ? byGroup : [[code_group_id ?? "several", 0] as const];
  return groups.map(([id, count]) => ({ entity: { kind: "code_group", id } as const, count }));
};

export const countPausedOnes = async (
  ctx: StaffContext,
  filter: StaffReceived<typeof countPausedCodes>,
): Promise<StaffReply<typeof countPausedCodes>> => ({ count: await countPaused(ctx, filter) });

/** Sets the maximum number of uses of a code, not below the number it already has. */
export const limitOneCode = (
  ctx: StaffContext,
  { code_id, version, max_uses }: StaffReceived<typeof limitCode>,
): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    const { db, seller } = ctx;
    const code = await lockCode(db, seller.id, code_id);
    if (!code) throw codeNotFound();
    const entity = { kind: "code", id: code.id } as const;
    const before = { max_uses: limitOf(code.max_uses) };
    if (code.version !== version)
      throw await staleVersion(ctx, entity, { context: "code", extra: { ...before, used: code.used } });
    if (max_uses !== null && max_uses < code.used) throw invalidCode({ used: code.used }, "max_uses");
    await setCodeLimit(db, seller.id, { id: code.id, max_uses: storedLimit(max_uses) });
    await audit(ctx, { action: "code.limited", entity, before, after: { max_uses } });
    return {};
  });
