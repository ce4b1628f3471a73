import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import { statement, type Pipeline } from "../../db/statements/statement.ts";

export type LimitRow = {
  readonly name: string;
  /** A keyed hash, so that the table contains neither visitors nor addresses. */
  readonly key: Buffer;
  readonly windowSeconds: number;
};
export type UsedLimitRow = {
  readonly name: string;
  readonly key: Buffer;
  readonly used: number;
  readonly ends_at: string;
  /** Seconds until the window ends. */
  readonly wait: number;
};

/**
 * Adds `count` uses to each limit and returns the sums, in the caller's transaction. Rows are written in order, so that
 * two requests with the same limits cannot deadlock; the second waits for the first.
 */
export const addUses = (
  pipeline: Pipeline,
  seller_id: string,
  rows: readonly LimitRow[],
  count: number,
): Promise<UsedLimitRow[]> =>
  statement(
    pipeline,
    `insert into rate_limit as r (seller_id, name, key, used, ends_at)
     select $1::uuid, w.name, w.key, $5::int, app_now() + make_interval(secs => w.seconds)
     from unnest($2::text[], $3::bytea[], $4::int[]) as w (name, key, seconds) order by w.name, w.key
     on conflict (seller_id, name, key) do update set
       used = case when r.ends_at <= app_now() then 0 else r.used end + excluded.used,
       ends_at = case when r.ends_at <= app_now() then excluded.ends_at else r.ends_at end
     returning name, key, used, ends_at, greatest(1, ceil(extract(epoch from ends_at - app_now())))::int as wait`,
    [
      seller_id,
      rows.map(({ name }) => name),
      rows.map(({ key }) => key),
      rows.map(({ windowSeconds }) => windowSeconds),
      count,
    ],
  );

/** Subtracts `count` uses from windows that have not ended since. */
export const subtractUses = async (
  pipeline: Pipeline,
  seller_id: string,
  rows: readonly Pick<UsedLimitRow, "name" | "key" | "ends_at">[],
  count: number,
): Promise<void> => {
  await statement(
    pipeline,
    `with locked as (
       select r.name, r.key from rate_limit r
       join unnest($2::text[], $3::bytea[], $4::timestamptz[]) as w (name, key, ends_at) on r.name = w.name and r.key = w.key and r.ends_at = w.ends_at
       where r.seller_id = $1::uuid order by r.name, r.key for update of r)
     update rate_limit r set used = greatest(0, r.used - $5::int) from locked
     where r.seller_id = $1::uuid and r.name = locked.name and r.key = locked.key`,
    [seller_id, rows.map(({ name }) => name), rows.map(({ key }) => key), rows.map(({ ends_at }) => ends_at), count],
  );
};

/** The number deleted by one statement; a job that falls behind continues with the next. */
const maxDeleted = 2000;
const maxBatches = 50;

/** Deletes ended windows of all sellers, in batches. Returns their number. */
export const deleteEndedLimits = async (acrossSellers: Database): Promise<number> => {
  let deleted = 0;
  for (let n = 0; n < maxBatches; n++) {
    const { rows } = await sql<{ seller_id: string; name: string; key: Buffer }>`
      select seller_id, name, key from rate_limit where ends_at <= app_now() limit ${maxDeleted}`.execute(
      acrossSellers,
    );
    // A distributed database can only lock the rows of one seller.
    for (const [seller_id, found] of Map.groupBy(rows, (row) => row.seller_id)) {
      const { numAffectedRows = 0n } = await sql`
        delete from rate_limit where seller_id = ${seller_id}::uuid and ends_at <= app_now() and (name, key) in (
          select * from unnest(${found.map((row) => row.name)}::text[], ${found.map((row) => row.key)}::bytea[]))`.execute(
        acrossSellers,
      );
      deleted += Number(numAffectedRows);
    }
    if (rows.length < maxDeleted) break;
  }
  return deleted;
};
