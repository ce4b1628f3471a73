import { statement, type Pipeline } from "../../../db/statement.ts";
import type { Visitor } from "../../../http/requestContext.ts";
import { sessionDays } from "../../../http/sessionLifetimes.ts";

/** Writes visitors of whom nothing was known: an identity without a name, and the session that their cookie opens. */
export const saveNewVisitors = async (db: Pipeline, seller_id: string, visitors: readonly Visitor[]): Promise<void> => {
  const newVisitors = visitors.filter((visitor) => visitor.fresh);
  if (newVisitors.length === 0) return;
  await statement(db, insertVisitors, [
    seller_id,
    newVisitors.map((visitor) => visitor.identity_id),
    newVisitors.map((visitor) => visitor.token_hash),
    sessionDays.idle,
  ]);
};

// One statement: foreign keys are looked at when it ends.
const insertVisitors = `
  with visitor as (select * from unnest($2::uuid[], $3::bytea[]) as v (identity_id, token_hash)),
  person as (insert into identity (seller_id, id, kind) select $1, identity_id, 'public' from visitor)
  insert into visitor_session (seller_id, token_hash, identity_id, expires_at)
  select $1, token_hash, identity_id, app_now() + make_interval(days => $4::int) from visitor`;
