import { inOneTrip, statement, withAnswer, type Pipeline } from "../../../db/statements/statement.ts";
import type { Visitor } from "../../../http/requestContext.ts";
import { sessionDays } from "../../../http/session/sessionLifetimes.ts";

const insertIdentitiesStatement = `
  insert into identity (seller_id, id, kind) select $1, id, 'public' from unnest($2::uuid[]) as v (id) ${withAnswer}`;
const insertSessionsStatement = `
  insert into visitor_session (seller_id, token_hash, identity_id, expires_at)
  select $1, token_hash, identity_id, app_now() + make_interval(days => $4::int)
  from unnest($2::uuid[], $3::bytea[]) as v (identity_id, token_hash) ${withAnswer}`;

export const insertVisitors = async (
  pipeline: Pipeline,
  seller_id: string,
  visitors: readonly Visitor[],
): Promise<void> => {
  const identity_ids = visitors.map((visitor) => visitor.identity_id);
  const hashes = visitors.map((visitor) => visitor.token_hash);
  await inOneTrip(pipeline, (pipeline) =>
    Promise.all([
      statement(pipeline, insertIdentitiesStatement, [seller_id, identity_ids]),
      statement(pipeline, insertSessionsStatement, [seller_id, identity_ids, hashes, sessionDays.idle]),
    ]),
  );
};
