import { statement } from "../../db/statement.ts";
import type { RequestContext } from "../../http/requestContext.ts";

export type TicketFacts = {
  readonly id: string;
  readonly code_number: number;
  /** With whom it is; null: with its buyer. */
  readonly sending_id: string | null;
  readonly ticket_order_id: string;
  readonly state: string;
  /** The user whose membership card it is. */
  readonly member_identity_id: string | null;
  /** For a pass or a membership card. */
  readonly valid_to: string | null;
};

/** Undefined for a ticket that is not part of an order. */
export const selectTicketFacts = async (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  ticket_id: string,
): Promise<TicketFacts | undefined> => {
  const [found] = await statement<TicketFacts>(
    db,
    `select t.id, t.code_number, t.sending_id, t.ticket_order_id, t.state, m.identity_id as member_identity_id, coalesce(m.valid_to, t.valid_to) as valid_to
     from ticket t
     left join membership m on m.seller_id = t.seller_id and m.ticket_id = t.id and m.state = 'active'
     where t.seller_id = $1 and t.id = $2 and t.ticket_order_id is not null`,
    [seller.id, ticket_id],
  );
  return found;
};
