import { statement, type Pipeline } from "../../../db/statements/statement.ts";

/** Jobs whose buyers are now to be told of their choice, oldest first. `today` is the date in the seller's time zone. */
export const jobsWithBuyersToNotify = async (
  pipeline: Pipeline,
  seller_id: string,
  today: string,
): Promise<readonly string[]> => {
  const rows = await statement<{ id: string }>(
    pipeline,
    `select id from bulk_job where seller_id = $1 and state = 'running' and choice_subject is not null and from_day > $2::date and tell_at <= app_now()
     order by created_at, id`,
    [seller_id, today],
  );
  return rows.map(({ id }) => id);
};

/**
 * Marks a job's next orders, by number, whose buyers have not been told. Two servers never get the same ones. The
 * caller's transaction writes the e-mails.
 */
export const claimUnnotifiedOrders = async (
  pipeline: Pipeline,
  seller_id: string,
  { job_id, limit }: { readonly job_id: string; readonly limit: number },
): Promise<readonly string[]> => {
  const rows = await statement<{ order_id: string }>(
    pipeline,
    `update bulk_item i set told_at = app_now()
     from (select ticket_order_id as id from bulk_item where seller_id = $1 and bulk_job_id = $2 and state = 'left' and told_at is null
       order by order_number limit $3 for update skip locked) next
     where i.seller_id = $1 and i.bulk_job_id = $2 and i.ticket_order_id = next.id returning i.ticket_order_id as order_id`,
    [seller_id, job_id, limit],
  );
  return rows.map(({ order_id }) => order_id);
};

/**
 * Sets when to look for further buyers, after all known ones were told. Orders from carts that held places when the job
 * began are looked for every ten minutes for a day; after that no such cart is left.
 */
export const scheduleNextSearch = async (pipeline: Pipeline, seller_id: string, job_id: string): Promise<void> => {
  const goesOn = await statement(
    pipeline,
    `update bulk_job set tell_at = app_now() + interval '10 minutes'
     where seller_id = $1 and id = $2 and cardinality(session_ids) > 0 and created_at > app_now() - interval '1 day' returning id`,
    [seller_id, job_id],
  );
  if (goesOn.length > 0) return;
  await statement(pipeline, `update bulk_job set tell_at = null where seller_id = $1 and id = $2`, [seller_id, job_id]);
};
