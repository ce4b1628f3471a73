import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import { statement, type Pipeline } from "../../db/statements/statement.ts";

/** A job that goes through every seller, and how often a seller's turn comes, whatever the number of servers. */
export type TurnPeriod = { readonly job: "retention" | "journal_days"; readonly everyHours: number };

/** A seller and the retention periods that it has chosen. */
export type SellerInTurn = {
  readonly slug: string;
  readonly id: string;
  readonly chosen: Readonly<Record<string, number>> | undefined;
};

/** The sellers whose turn it is. Previews have none. */
export const sellersInTurn = async (
  acrossSellers: Database,
  { job, everyHours }: TurnPeriod,
): Promise<SellerInTurn[]> => {
  const { rows } = await sql<Omit<SellerInTurn, "chosen"> & { chosen: Record<string, number> | null }>`
    select id, slug, configuration -> 'retention_days' as chosen from seller
    where preview_of is null
      and id not in (select seller_id from job_turn where job = ${job} and started_at > app_now() - make_interval(hours => ${everyHours}))
    order by slug`.execute(acrossSellers);
  return rows.map((row) => ({ ...row, chosen: row.chosen ?? undefined }));
};

/**
 * Claims the turn of a seller. Undefined if another server has claimed it. `continues_after` is set if the last turn was
 * left unfinished.
 */
export const claimTurn = async (
  pipeline: Pipeline,
  seller_id: string,
  { job, everyHours }: TurnPeriod,
): Promise<{ readonly continues_after: string | null } | undefined> => {
  // In UTC: a cluster refuses a comparison of moments with an interval in this place, because it depends on a setting.
  const [turn] = await statement<{ continues_after: string | null }>(
    pipeline,
    `insert into job_turn as t (seller_id, job, started_at) values ($1, $2, app_now())
     on conflict (seller_id, job) do update set started_at = excluded.started_at
       where t.started_at at time zone 'UTC' <= excluded.started_at at time zone 'UTC' - make_interval(hours => $3)
     returning continues_after`,
    [seller_id, job, everyHours],
  );
  return turn;
};

/** Ends a turn. With work left the next one comes at once, and continues after this id if there is one. */
export const endTurn = async (
  pipeline: Pipeline,
  seller_id: string,
  {
    job,
    isFinished,
    continues_after,
  }: Pick<TurnPeriod, "job"> & {
    readonly isFinished: boolean;
    readonly continues_after: string | null;
  },
): Promise<void> => {
  await statement(
    pipeline,
    `update job_turn set continues_after = $3, started_at = case when $4 then started_at else '-infinity' end
     where seller_id = $1 and job = $2`,
    [seller_id, job, continues_after, isFinished],
  );
};
