import { statement, type Pipeline } from "../../../db/statement.ts";
import type { Visitor } from "../../../http/requestContext.ts";
import { sessionDays } from "../../../http/session/sessionLifetimes.ts";

// One statement: foreign keys are checked when it ends.
const insertVisitorsStatement = `
  with visitor as (select * from unnest($2::uuid[], $3::bytea[]) as v (identity_id, token_hash)),
  person as (insert into identity (seller_id, id, kind) select $1, identity_id, 'public' from visitor)
  insert into visitor_session (seller_id, token_hash, identity_id, expires_at)
  select $1, token_hash, identity_id, app_now() + make_interval(days => $4::int) from visitor`;

export const insertVisitors = async (
  pipeline: Pipeline,
  seller_id: string,
  visitors: readonly Visitor[],
): Promise<void> => {
  await statement(pipeline, insertVisitorsStatement, [
    seller_id,
    visitors.map((visitor) => visitor.identity_id),
    visitors.map((visitor) => visitor.token_hash),
    sessionDays.idle,
  ]);
};
