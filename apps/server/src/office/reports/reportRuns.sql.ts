import { sql } from "kysely";
import { statementWithFreshPlan } from "../../db/statements/statement.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";

type Place = Pick<StaffContext, "db" | "seller">;
type Asked = { readonly asked_hash: Buffer };
export type ReportClaim = Asked & { readonly claim: string };

export type ReportRun<Result> = {
  readonly state: "running" | "ready" | "failed";
  readonly steps: number;
  readonly steps_done: number;
  readonly started_at: string;
  readonly result: Result | null;
};

/** Seconds after which a claim ends if it is not renewed. */
const claimSeconds = 60;
/** Seconds for which a computed report is stored. */
const keptSeconds = 600;

/** Claims a report that is neither being computed nor stored. Returns false if it is claimed by another, or stored. */
export const claimReport = async (
  { db, seller }: Place,
  { asked_hash, claim, steps }: ReportClaim & { readonly steps: number },
): Promise<boolean> => {
  const { rows } = await sql<{ claim: string }>`
    insert into report_run as r (seller_id, asked_hash, claim, claimed_until, steps, started_at, expires_at)
    values (${seller.id}::uuid, ${asked_hash}::bytea, ${claim}::uuid, app_now() + make_interval(secs => ${claimSeconds}::int),
      ${steps}::int, app_now(), app_now() + make_interval(secs => ${keptSeconds}::int))
    on conflict (seller_id, asked_hash) do update set claim = excluded.claim, claimed_until = excluded.claimed_until,
      steps = excluded.steps, steps_done = 0, started_at = excluded.started_at, state = 'running', result = null,
      expires_at = excluded.expires_at
    where (r.state = 'running' and r.claimed_until <= app_now()) or (r.state <> 'running' and r.expires_at <= app_now())
    returning r.claim`.execute(db);
  return rows.length > 0;
};

/** The number of a seller's reports that are being computed now. */
export const countRunningReports = async ({ db, seller }: Place): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ n: number }>(
    db,
    `select count(*)::int as n from report_run where seller_id = $1 and state = 'running' and claimed_until > app_now()`,
    [seller.id],
  );
  return row?.n ?? 0;
};

/** The run of a report. The request determines its result. */
export const findReportRun = async <Result>(
  { db, seller }: Place,
  { asked_hash }: Asked,
): Promise<ReportRun<Result> | undefined> => {
  const [run] = await statementWithFreshPlan<ReportRun<Result>>(
    db,
    `select state, steps, steps_done, started_at, result from report_run where seller_id = $1 and asked_hash = $2`,
    [seller.id, asked_hash],
  );
  return run;
};

/** Records the progress, and renews the claim. */
export const renewReport = async (
  { db, seller }: Place,
  { asked_hash, claim }: ReportClaim,
  steps_done: number,
): Promise<void> => {
  await sql`update report_run set steps_done = ${steps_done}::int,
      claimed_until = app_now() + make_interval(secs => ${claimSeconds}::int)
    where seller_id = ${seller.id}::uuid and asked_hash = ${asked_hash}::bytea and claim = ${claim}::uuid
      and state = 'running'`.execute(db);
};

/** Stores the report, or its failure, for the next requests. */
export const endReport = async (
  { db, seller }: Place,
  { asked_hash, claim }: ReportClaim,
  result: object | null,
): Promise<void> => {
  await sql`update report_run set state = ${result ? "ready" : "failed"}, steps_done = steps,
      result = ${result && JSON.stringify(result)}::jsonb, expires_at = app_now() + make_interval(secs => ${keptSeconds}::int)
    where seller_id = ${seller.id}::uuid and asked_hash = ${asked_hash}::bytea and claim = ${claim}::uuid
      and state = 'running'`.execute(db);
};

/** Deletes the run of a report that was returned directly. */
export const forgetClaim = async ({ db, seller }: Place, { asked_hash, claim }: ReportClaim): Promise<void> => {
  await db
    .deleteFrom("report_run")
    .where("seller_id", "=", seller.id)
    .where("asked_hash", "=", asked_hash)
    .where("claim", "=", claim)
    .execute();
};

/** Deletes the result of a report, so that it is computed again. */
export const forgetReport = async (
  { db, seller }: Place,
  { asked_hash, state }: Asked & { readonly state: "ready" | "failed" },
): Promise<void> => {
  await db
    .deleteFrom("report_run")
    .where("seller_id", "=", seller.id)
    .where("asked_hash", "=", asked_hash)
    .where("state", "=", state)
    .execute();
};

/** Deletes expired reports, and of the others all but the newest `most` within `bytes`. The newest one is always kept. */
export const forgetOldReports = async (
  { db, seller }: Place,
  { most, bytes }: { readonly most: number; readonly bytes: number },
): Promise<void> => {
  await sql`delete from report_run where seller_id = ${seller.id}::uuid and state <> 'running' and (expires_at <= app_now()
    or asked_hash in (select n.asked_hash from (
      select r.asked_hash, row_number() over w as nth, sum(coalesce(pg_column_size(r.result), 0)) over w as bytes
      from report_run r where r.seller_id = ${seller.id}::uuid and r.state <> 'running'
      window w as (order by r.started_at desc, r.asked_hash rows unbounded preceding)) n
      where n.nth > ${most}::int or n.nth > 1 and n.bytes > ${bytes}::bigint))`.execute(db);
};
