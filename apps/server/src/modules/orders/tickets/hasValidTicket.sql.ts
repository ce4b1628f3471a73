import { statement, type Pipeline } from "../../../db/statements/statement.ts";

/** Whether an order has a booked or used ticket whose session the venue has not cancelled. */
export const hasValidTicket = async (pipeline: Pipeline, seller_id: string, order_id: string): Promise<boolean> => {
  const [row] = await statement<{ found: boolean }>(
    pipeline,
    `select exists (
       select from ticket t left join event_session s on s.seller_id = $1 and s.id = t.event_session_id
       where t.seller_id = $1 and t.ticket_order_id = $2 and t.state in ('booked', 'redeemed') and s.cancelled is not true) as found`,
    [seller_id, order_id],
  );
  return row?.found ?? false;
};
