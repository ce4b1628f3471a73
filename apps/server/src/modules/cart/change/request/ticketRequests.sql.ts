import { statement, type Pipeline } from "../../../../db/statements/statement.ts";

/** The events of ticket types. */
export const eventsOfTypes = (
  pipeline: Pipeline,
  seller_id: string,
  type_ids: readonly string[],
): Promise<{ id: string; event_template_id: string }[]> =>
  statement(
    pipeline,
    `select y.id, g.event_template_id from ticket_type y
     join ticket_group g on g.seller_id = y.seller_id and g.id = y.ticket_group_id
     where y.seller_id = $1 and y.id = any($2::uuid[])`,
    [seller_id, type_ids],
  );
