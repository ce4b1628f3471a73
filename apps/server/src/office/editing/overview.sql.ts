import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";

export type SessionsAhead = {
  /** The event's key. */
  readonly key: string;
  readonly timezone: string;
  readonly sessions: number;
  readonly next_session: string | null;
};

/** The number of future sessions of each event, by the event's key. */
export const sessionsAhead = async (db: Database, seller_id: string): Promise<SessionsAhead[]> => {
  const { rows } = await sql<SessionsAhead>`
    select e.key, e.timezone, count(s.id)::int as sessions, min(s.start_datetime) as next_session
    from event_template e
    left join event_session s on s.seller_id = ${seller_id}::uuid and s.event_template_id = e.id and not s.retired
      and not s.cancelled and s.start_datetime > app_now()
    where e.seller_id = ${seller_id}::uuid and not e.retired
    group by e.key, e.timezone`.execute(db);
  return rows;
};

/** The number of carts that hold tickets of an event now, by 'group/type'. */
export const cartsByType = async (db: Database, seller_id: string, key: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ type: string; carts: number }>`
    select g.key || '/' || y.key as type, count(distinct c.id)::int as carts
    from cart c
    join ticket t on t.seller_id = ${seller_id}::uuid and t.cart_id = c.id and t.state in ('held', 'in_cart')
    join event_template e on e.seller_id = ${seller_id}::uuid and e.id = t.event_template_id and e.key = ${key}
    join ticket_group g on g.seller_id = ${seller_id}::uuid and g.id = t.ticket_group_id
    join ticket_type y on y.seller_id = ${seller_id}::uuid and y.id = t.ticket_type_id
    where c.seller_id = ${seller_id}::uuid and c.state = 'pending'
      and (c.expires_at > app_now() or c.leased_until > app_now())
    group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ type, carts }) => [type, carts]));
};

/** The id of a published event. */
export const publishedEventId = async (db: Database, seller_id: string, key: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select e.id from event_template e where e.seller_id = ${seller_id}::uuid and e.key = ${key} and not e.retired`.execute(
    db,
  );
  return rows[0]?.id;
};
