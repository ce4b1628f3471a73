import { sql, type RawBuilder } from "kysely";
import { sqlOfSeller } from "../../../db/statements/statement.ts";
import { takesGroupPlaceColumn, takesSessionPlaceColumn } from "./takenPlaces.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

/** Tickets that counters still include but that are free for this visitor. */
export type FreedTicket = {
  event_template_id: string;
  event_session_id: string | null;
  ticket_group_id: string;
  /** Places of the group. */
  freed: number;
  /** Places of the session, if its capacity includes the group. */
  freed_of_session: number;
};

/**
 * Expired holds count as free at once, swept or not, and a visitor's own holds do not make their page look sold out. The
 * partial index on pending carts finds them; usually there are none.
 */
export const freedTickets = ({ seller, visitor }: RequestContext): RawBuilder<FreedTicket> => {
  const own =
    visitor && !visitor.fresh
      ? sql`union select id from cart where seller_id = ${seller.id} and state = 'pending' and identity_id = ${visitor.identity_id}`
      : sql``;
  return sql<FreedTicket>`(
    select t.event_template_id, t.event_session_id, t.ticket_group_id, (count(*) filter (where not ${sqlOfSeller(takesGroupPlaceColumn("t"), seller.id)}))::int as freed,
      (count(*) filter (where not ${sqlOfSeller(takesSessionPlaceColumn("t"), seller.id)}))::int as freed_of_session
    from (
      select id from cart
      where seller_id = ${seller.id} and state = 'pending' and expires_at <= app_now()
        and (leased_until is null or leased_until <= app_now())
      ${own}
    ) c
    join ticket t on t.seller_id = ${seller.id} and t.cart_id = c.id and t.state in ('held', 'in_cart')
    group by 1, 2, 3)`;
};
