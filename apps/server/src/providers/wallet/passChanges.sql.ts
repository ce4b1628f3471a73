import { statement, type Pipeline } from "../../db/statements/statement.ts";

/**
 * Marks the wallet passes of tickets as changed, in the transaction of the change; the job "update wallet passes"
 * notifies the wallets. Tickets without a pass are skipped.
 */
export const markPassesChanged = async (
  db: Pipeline,
  seller_id: string,
  ticket_ids: readonly string[],
): Promise<void> => {
  if (ticket_ids.length === 0) return;
  await statement(
    db,
    // In order, so that two transactions with several passes cannot deadlock.
    `with locked as (
       select id from wallet_pass where seller_id = $1 and ticket_id = any($2::uuid[]) order by id for update)
     update wallet_pass p set version = p.version + 1, changed_at = app_now(),
       state = 'due', next_at = app_now(), attempts = 0, last_error = null
     from locked where p.seller_id = $1 and p.id = locked.id`,
    [seller_id, ticket_ids],
  );
};
