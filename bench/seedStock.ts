import { randomUUID } from "node:crypto";
import pg, { type PoolConfig } from "pg";

/** A ticket type for a session. */
export type StockItem = {
  readonly event: string;
  readonly group: string;
  readonly type: string;
  readonly session: string;
};

export type Stock = {
  readonly seller_id: string;
  readonly slug: string;
  /** A thousand events with one session each. */
  readonly items: readonly StockItem[];
  readonly lastItem: StockItem;
};

/** Ids that a script can derive from a number. */
const idOf = (what: string, n: string): string => `md5('${what}' || ${n})::uuid`;

/** The reference hold as a pgbench script: one to four tickets in one of the first `sessions` sessions. */
export const holdScript = ({ seller_id }: Stock, sessions: number): string => `
\\set n random(1, ${sessions})
\\set quantity random(1, 4)
select bench_hold('${seller_id}', ${idOf("event", ":n")}, ${idOf("session", ":n")}, ${idOf("group", ":n")}, ${idOf("type", ":n")}, :quantity);
`;

/** Creates a seller with stock, and the reference hold as a database function. */
export const seedStock = async (owner: PoolConfig, slug = "bench"): Promise<Stock> => {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const seller_id = randomUUID();
    await client.query("set app.seller = '*'");
    await client.query(
      "insert into seller (id, slug, name, currency, timezone) values ($1, $2, 'Bench', 'USD', 'America/New_York')",
      [seller_id, slug],
    );
    const { rows } = await client.query<StockItem>(
      `with made as (
         select ${idOf("event", "n")} as event, ${idOf("group", "n")} as "group", ${idOf("type", "n")} as type, ${idOf("session", "n")} as session, n from generate_series(1, 1001) n),
       events as (insert into event_template (seller_id, id, key, name, timezone) select $1, event, n, 'Event ' || n, 'America/New_York' from made),
       groups as (insert into ticket_group (seller_id, id, key, event_template_id, name) select $1, "group", n, event, 'General' from made),
       types as (insert into ticket_type (seller_id, id, key, ticket_group_id, name, currency_amount, fee_fixed_outside) select $1, type, n, "group", 'Adult', 2000, 150 from made),
       prices as (insert into price_log (seller_id, ticket_type_id, amount) select $1, type, 2000 from made),
       sessions as (
         insert into event_session (seller_id, id, event_template_id, start_datetime, end_datetime, local_day, local_start, local_end, capacity)
         select $1, session, event, date_trunc('day', now()) + interval '7 days', date_trunc('day', now()) + interval '7 days 1 hour', current_date + 7, '00:00', '01:00', 100000000 from made)
       select event, "group", type, session from made order by n`,
      [seller_id],
    );
    await client.query(holdFunctionSql);
    await client.query("analyze event_template, ticket_group, ticket_type, event_session");
    const [last] = rows.splice(1000, 1);
    if (!last) throw new Error("There is no stock.");
    return { seller_id, slug, items: rows, lastItem: last };
  } finally {
    await client.end();
  }
};

/** Writes the same rows under the same conditions as a hold over HTTP, in a single round trip. */
const holdFunctionSql = `
  create or replace function bench_hold(p_seller uuid, p_event uuid, p_session uuid, p_group uuid, p_type uuid, p_count int) returns uuid language plpgsql as $$
  declare
    person uuid := gen_random_uuid();
    new_cart uuid := gen_random_uuid();
    price bigint;
    fee bigint;
  begin
    select currency_amount, fee_fixed_outside into strict price, fee from ticket_type where seller_id = p_seller and id = p_type and available and not retired;
    insert into identity (seller_id, id, kind) values (p_seller, person, 'public');
    insert into visitor_session (seller_id, token_hash, identity_id, expires_at) values (p_seller, sha256(person::text::bytea), person, now() + interval '30 days');
    insert into cart (seller_id, id, identity_id, expires_at, max_hold_until) values (p_seller, new_cart, person, now() + interval '20 minutes', now() + interval '80 minutes');
    update event_session set used_capacity = used_capacity + p_count
      where seller_id = p_seller and id = p_session and (capacity < 0 or used_capacity + p_count <= capacity + oversell_capacity);
    if not found then raise exception 'sold out'; end if;
    update ticket_group set used_capacity = used_capacity + p_count
      where seller_id = p_seller and id = p_group and (capacity < 0 or used_capacity + p_count <= capacity + oversell_capacity);
    if not found then raise exception 'sold out'; end if;
    insert into ticket (seller_id, id, state, cart_id, ticket_type_id, ticket_group_id, event_template_id, event_session_id, face_value, adjusted_value, fee_fixed)
      select p_seller, gen_random_uuid(), 'held', new_cart, p_type, p_group, p_event, p_session, price, price, fee from generate_series(1, p_count);
    return new_cart;
  end $$;
  grant execute on function bench_hold to foyer_app`;
