import { statement, type Pipeline } from "../../db/statements/statement.ts";

/** Lets booked add-ons stay without an admission. The caller has locked the order. */
export const detachAddOns = async (
  pipeline: Pipeline,
  seller_id: string,
  ticket_ids: readonly string[],
): Promise<void> => {
  if (ticket_ids.length === 0) return;
  await statement(pipeline, `update ticket set needs_anchor = false where seller_id = $1 and id = any($2::uuid[])`, [
    seller_id,
    ticket_ids,
  ]);
};
