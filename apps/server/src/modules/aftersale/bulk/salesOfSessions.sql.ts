import { statement, type Pipeline } from "../../../db/statements/statement.ts";

/** Closes sales of sessions. Holds of these sessions wait for the row lock, so none is made after the commit. */
export const closeSales = async (
  pipeline: Pipeline,
  seller_id: string,
  session_ids: readonly string[],
): Promise<readonly string[]> => {
  const rows = await statement<{ id: string }>(
    pipeline,
    `update event_session s set sales_closed_at = app_now()
     from (select id from event_session where seller_id = $1 and id = any($2::uuid[]) order by id for update) locked
     where s.seller_id = $1 and s.id = locked.id and s.sales_closed_at is null returning s.id`,
    [seller_id, session_ids],
  );
  return rows.map(({ id }) => id);
};

/** Reopens sales of a session. Returns false if they were not closed. */
export const openSales = async (pipeline: Pipeline, seller_id: string, session_id: string): Promise<boolean> => {
  const rows = await statement<{ id: string }>(
    pipeline,
    `update event_session set sales_closed_at = null where seller_id = $1 and id = $2 and sales_closed_at is not null returning id`,
    [seller_id, session_id],
  );
  return rows.length > 0;
};
