import type { Pipeline } from "../../../db/statements/statement.ts";
import type { Visitor } from "../../../http/requestContext.ts";
import { insertVisitors } from "./saveNewVisitors.sql.ts";

/** Inserts visitors who are not in the database yet: an identity without a name, and the session of their cookie. */
export const saveNewVisitors = async (
  pipeline: Pipeline,
  seller_id: string,
  visitors: readonly Visitor[],
): Promise<void> => {
  const newVisitors = visitors.filter((visitor) => visitor.fresh);
  if (newVisitors.length > 0) await insertVisitors(pipeline, seller_id, newVisitors);
};
