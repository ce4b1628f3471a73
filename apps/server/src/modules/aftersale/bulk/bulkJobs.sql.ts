import type { BulkAction, BulkItemState, BulkJobState } from "@foyer/contract/office/bulk.ts";
import { statement, withAnswer, type Pipeline } from "../../../db/statements/statement.ts";

export type NewBulkJob = {
  readonly id: string;
  readonly action: BulkAction;
  readonly session_ids: readonly string[];
  readonly target_session_id: string | null;
  readonly from_day: string | null;
  readonly subject: string | null;
  readonly message: string | null;
  /** Buyers choose by a link until `from_day`. */
  readonly offers_choice: boolean;
  /** The revision that moved the sessions, for a job that writes about it. */
  readonly moved_in_revision: number | null;
  readonly reason: string;
  readonly selection_hash: Buffer;
  readonly staff_id: string;
};

/** Returns false if the same selection has been started and has not ended. */
export const insertBulkJob = async (pipeline: Pipeline, seller_id: string, job: NewBulkJob): Promise<boolean> => {
  const rows = await statement<{ id: string }>(
    pipeline,
    `insert into bulk_job (seller_id, id, action, session_ids, target_session_id, from_day, subject, message, reason, selection_hash, staff_id, moved_in_revision, choice_subject, choice_message, tell_at)
     values ($1, $2, $3, $4::uuid[], $5, $6::date, case when not $13::boolean then $7::text end, case when not $13 then $8::text end, $9, $10, $11, $12::int,
       case when $13 then $7 end, case when $13 then $8 end, case when $13 then app_now() end)
     on conflict (seller_id, selection_hash) where state in ('running', 'paused') do nothing returning id`,
    [
      seller_id,
      job.id,
      job.action,
      job.session_ids,
      job.target_session_id,
      job.from_day,
      job.subject,
      job.message,
      job.reason,
      job.selection_hash,
      job.staff_id,
      job.moved_in_revision,
      job.offers_choice,
    ],
  );
  return rows.length > 0;
};

/** Adds orders to a job, each once. Returns how many are new. */
export const insertBulkItems = async (
  pipeline: Pipeline,
  seller_id: string,
  job_id: string,
  orders: readonly { readonly order_id: string; readonly order_number: number }[],
): Promise<number> => {
  const rows = await statement<{ inserted: boolean }>(
    pipeline,
    `insert into bulk_item (seller_id, bulk_job_id, ticket_order_id, order_number)
     select $1, $2, n.id, n.number from unnest($3::uuid[], $4::bigint[]) as n (id, number)
     on conflict (seller_id, bulk_job_id, ticket_order_id) do nothing ${withAnswer}`,
    [seller_id, job_id, orders.map(({ order_id }) => order_id), orders.map(({ order_number }) => order_number)],
  );
  return rows.length;
};

export type BulkJobRow = Omit<NewBulkJob, "selection_hash"> & {
  readonly state: BulkJobState;
  readonly started_by: string;
  readonly started_at: string;
  readonly ended_at: string | null;
};

const jobColumns = `j.id, j.action, j.session_ids, j.target_session_id, j.from_day, coalesce(j.choice_subject, j.subject) as subject, coalesce(j.choice_message, j.message) as message,
  j.choice_subject is not null as offers_choice, j.moved_in_revision, j.reason, j.staff_id, j.state,
  a.name as started_by, j.created_at as started_at, j.ended_at`;

/** Jobs of a seller, newest first; 100 at most. */
export const newestJobs = (pipeline: Pipeline, seller_id: string): Promise<BulkJobRow[]> =>
  statement(
    pipeline,
    `select ${jobColumns} from bulk_job j join staff a on a.id = j.staff_id
     where j.seller_id = $1 order by j.created_at desc, j.id limit 100`,
    [seller_id],
  );

export const findBulkJob = async (
  pipeline: Pipeline,
  seller_id: string,
  id: string,
): Promise<BulkJobRow | undefined> => {
  const [row] = await statement<BulkJobRow>(
    pipeline,
    `select ${jobColumns} from bulk_job j join staff a on a.id = j.staff_id where j.seller_id = $1 and j.id = $2`,
    [seller_id, id],
  );
  return row;
};

/** Running jobs, oldest first. `today` is the date in the seller's time zone; jobs that begin later are left out. */
export const runningJobs = (pipeline: Pipeline, seller_id: string, today: string): Promise<BulkJobRow[]> =>
  statement(
    pipeline,
    `select ${jobColumns} from bulk_job j join staff a on a.id = j.staff_id
     where j.seller_id = $1 and j.state = 'running' and (j.from_day is null or j.from_day <= $2::date) order by j.created_at, j.id`,
    [seller_id, today],
  );

export type ClaimedItem = {
  readonly job_id: string;
  readonly order_id: string;
  readonly order_number: number;
  readonly attempts: number;
};

/**
 * Claims the next order of a running job for a while. Undefined if none is left or all are being processed. The subquery
 * is compared with `=`, so that it runs once: if it were joined, it would claim a row each time the plan runs it.
 */
export const claimItem = async (
  pipeline: Pipeline,
  seller_id: string,
  job_id: string,
  leaseSeconds: number,
): Promise<ClaimedItem | undefined> => {
  const [row] = await statement<ClaimedItem>(
    pipeline,
    `update bulk_item i set attempts = i.attempts + 1, claimed_until = app_now() + make_interval(secs => $3::int)
     where i.seller_id = $1 and i.bulk_job_id = $2 and i.ticket_order_id = (
       select n.ticket_order_id from bulk_item n
       where n.seller_id = $1 and n.bulk_job_id = $2 and n.state = 'left' and (n.claimed_until is null or n.claimed_until <= app_now())
         and exists (select from bulk_job j where j.seller_id = $1 and j.id = $2 and j.state = 'running')
       order by n.order_number limit 1 for update skip locked)
     returning i.bulk_job_id as job_id, i.ticket_order_id as order_id, i.order_number, i.attempts`,
    [seller_id, job_id, leaseSeconds],
  );
  return row;
};

/** Locks an order's row of a job. Returns false if somebody else has processed or claimed it since. */
export const lockItem = async (
  pipeline: Pipeline,
  seller_id: string,
  { job_id, order_id, attempts }: ClaimedItem,
): Promise<boolean> => {
  const rows = await statement<{ attempts: number }>(
    pipeline,
    `select attempts from bulk_item
     where seller_id = $1 and bulk_job_id = $2 and ticket_order_id = $3 and state = 'left' and attempts = $4 for update`,
    [seller_id, job_id, order_id, attempts],
  );
  return rows.length > 0;
};

export type ItemEnd = {
  readonly state: Exclude<BulkItemState, "left">;
  readonly reason: string | null;
  /** Minor units. */
  readonly refund: number;
  readonly gift_card: number;
};

/** Ends an item that the caller has claimed. Returns false if somebody else has ended it. */
export const endItem = async (
  pipeline: Pipeline,
  seller_id: string,
  { job_id, order_id, attempts }: ClaimedItem,
  { state, reason, refund, gift_card }: ItemEnd,
): Promise<boolean> => {
  const rows = await statement<{ state: string }>(
    pipeline,
    `update bulk_item set state = $5, reason = $6, refund = $7, gift_card = $8, claimed_until = null, ended_at = app_now()
     where seller_id = $1 and bulk_job_id = $2 and ticket_order_id = $3 and state = 'left' and attempts = $4 returning state`,
    [seller_id, job_id, order_id, attempts, state, reason, refund, gift_card],
  );
  return rows.length > 0;
};

/** Postpones an item until it is tried again. */
export const postponeItem = (
  pipeline: Pipeline,
  seller_id: string,
  { job_id, order_id, attempts }: ClaimedItem,
  seconds: number,
): Promise<unknown[]> =>
  statement(
    pipeline,
    `update bulk_item set claimed_until = app_now() + make_interval(secs => $5::int)
     where seller_id = $1 and bulk_job_id = $2 and ticket_order_id = $3 and state = 'left' and attempts = $4`,
    [seller_id, job_id, order_id, attempts, seconds],
  );

/** Locks a job in one of these states; undefined if it is in none of them. */
export const lockBulkJob = async (
  pipeline: Pipeline,
  seller_id: string,
  id: string,
  states: readonly BulkJobState[],
): Promise<{ readonly state: BulkJobState } | undefined> => {
  const [row] = await statement<{ state: BulkJobState }>(
    pipeline,
    `select state from bulk_job where seller_id = $1 and id = $2 and state = any($3::text[]) for update`,
    [seller_id, id, states],
  );
  return row;
};

export const setJobState = (
  pipeline: Pipeline,
  seller_id: string,
  id: string,
  state: BulkJobState,
): Promise<unknown[]> =>
  statement(
    pipeline,
    `update bulk_job set state = $3, ended_at = case when $3 in ('stopped', 'done') then app_now() end where seller_id = $1 and id = $2`,
    [seller_id, id, state],
  );

/** Puts items that were set aside or have failed back into the job. Returns their number. */
export const retryItems = async (pipeline: Pipeline, seller_id: string, job_id: string): Promise<number> => {
  const rows = await statement<{ attempts: number }>(
    pipeline,
    `update bulk_item set state = 'left', reason = null, attempts = 0, claimed_until = null, ended_at = null
     where seller_id = $1 and bulk_job_id = $2 and state in ('set_aside', 'failed') returning attempts`,
    [seller_id, job_id],
  );
  return rows.length;
};

export type BulkCountsRow = {
  readonly bulk_job_id: string;
  readonly done: number;
  readonly set_aside: number;
  readonly failed: number;
  readonly left: number;
  readonly refund: number;
  readonly gift_card: number;
};

export const countItems = (
  pipeline: Pipeline,
  seller_id: string,
  job_ids: readonly string[],
): Promise<BulkCountsRow[]> =>
  statement(
    pipeline,
    `select bulk_job_id, count(*) filter (where state = 'done')::int as done, count(*) filter (where state = 'set_aside')::int as set_aside,
       count(*) filter (where state = 'failed')::int as failed, count(*) filter (where state = 'left')::int as left,
       coalesce(sum(refund), 0)::bigint as refund, coalesce(sum(gift_card), 0)::bigint as gift_card
     from bulk_item where seller_id = $1 and bulk_job_id = any($2::uuid[]) group by bulk_job_id`,
    [seller_id, job_ids],
  );

export type BulkItemRow = {
  readonly order_number: number;
  readonly state: BulkItemState;
  readonly reason: string | null;
  readonly refund: number;
  readonly gift_card: number;
};

/** Items that were set aside or have failed, by order number; first those in which something is left to do. */
export const openItems = (
  pipeline: Pipeline,
  seller_id: string,
  job_id: string,
  limit: number,
): Promise<BulkItemRow[]> =>
  statement(
    pipeline,
    `select order_number, state, reason, refund, gift_card from bulk_item
     where seller_id = $1 and bulk_job_id = $2 and state in ('set_aside', 'failed')
     order by coalesce(reason = 'nothing_left', false), order_number limit $3`,
    [seller_id, job_id, limit],
  );

/** Items in the given states, ordered by order number, after the given number. */
export const itemsOfJob = (
  pipeline: Pipeline,
  seller_id: string,
  job_id: string,
  {
    states,
    after,
    limit,
  }: { readonly states: readonly BulkItemState[]; readonly after: number; readonly limit: number },
): Promise<BulkItemRow[]> =>
  statement(
    pipeline,
    `select order_number, state, reason, refund, gift_card from bulk_item
     where seller_id = $1 and bulk_job_id = $2 and state = any($3::text[]) and order_number > $4 order by order_number limit $5`,
    [seller_id, job_id, states, after, limit],
  );
