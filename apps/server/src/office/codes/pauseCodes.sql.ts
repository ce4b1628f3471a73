import { statementWithFreshPlan } from "../../db/statements/statement.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { stateText, type CodeFilter } from "./codes.sql.ts";

type Desk = Pick<StaffContext, "db" | "seller">;

type ChosenCodes = CodeFilter & {
  readonly is_paused: boolean;
  readonly code_ids?: readonly string[] | undefined;
  readonly paused_at?: string | undefined;
};

/** The chosen codes that are not paused (or not running) yet. */
const codesToSet = `code k where k.seller_id = $1 and not k.is_gift and (k.paused_at is null) = $2::boolean
  and ($3::uuid[] is null or k.id = any($3::uuid[])) and ($4::uuid is null or k.code_group_id = $4::uuid)
  and ($5::text is null or (k.used > 0) = ($5::text = 'used')) and ($6::text is null or ${stateText} = $6::text)
  and ($7::timestamptz is null or k.paused_at = $7::timestamptz)`;
const valuesOf = (seller_id: string, { is_paused, code_ids, code_group_id, use, state, paused_at }: ChosenCodes) => [
  seller_id,
  is_paused,
  code_ids ?? null,
  code_group_id ?? null,
  use ?? null,
  state ?? null,
  paused_at ?? null,
];

type SetCode = { readonly id: string; readonly code_group_id: string };

/**
 * Pauses or resumes the chosen codes that are not in that state yet, in the order in which holds lock them. Returns them
 * and the time of pausing.
 */
export const setPausedCodes = async (
  { db, seller }: Desk,
  chosen: ChosenCodes,
): Promise<{ readonly codes: readonly SetCode[]; readonly paused_at: string | null }> => {
  const codes = await statementWithFreshPlan<SetCode & { paused_at: string | null }>(
    db,
    `update code k set paused_at = case when $2::boolean then app_now() end
     from (select k.id from ${codesToSet} order by k.id for update) chosen
     where k.seller_id = $1 and k.id = chosen.id returning k.id, k.code_group_id, k.paused_at`,
    valuesOf(seller.id, chosen),
  );
  return { codes, paused_at: codes[0]?.paused_at ?? null };
};

export const countPaused = async ({ db, seller }: Desk, filter: CodeFilter): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ count: number }>(
    db,
    `select count(*)::int as count from ${codesToSet}`,
    valuesOf(seller.id, { ...filter, is_paused: false }),
  );
  return row?.count ?? 0;
};
