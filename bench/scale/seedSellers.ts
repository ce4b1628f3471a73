import pg, { type PoolConfig } from "pg";
import type { Stock, StockItem } from "../seedStock.ts";

const sessionsOfEach = 20;

/** Ids that SQL and this script derive in the same way. */
const seedText = `
  create function pg_temp.id_of(what text, n int) returns uuid language sql immutable as $$ select md5(what || '-' || n)::uuid $$;
  insert into seller (id, slug, name, currency, timezone)
    select pg_temp.id_of('seller', n), 'scale' || n, 'Seller ' || n, 'USD', 'America/New_York' from generate_series(1, COUNT) n;
  insert into event_template (seller_id, id, key, name, timezone)
    select pg_temp.id_of('seller', n), pg_temp.id_of('event', n), 'event', 'Event', 'America/New_York' from generate_series(1, COUNT) n;
  insert into ticket_group (seller_id, id, key, event_template_id, name)
    select pg_temp.id_of('seller', n), pg_temp.id_of('group', n), 'group', pg_temp.id_of('event', n), 'General' from generate_series(1, COUNT) n;
  insert into ticket_type (seller_id, id, key, ticket_group_id, name, currency_amount, fee_fixed_outside)
    select pg_temp.id_of('seller', n), pg_temp.id_of('type' || t, n), t, pg_temp.id_of('group', n), 'Type ' || t, 1000 + 500 * t, 150
    from generate_series(1, COUNT) n, generate_series(1, 3) t;
  insert into price_log (seller_id, ticket_type_id, amount)
    select pg_temp.id_of('seller', n), pg_temp.id_of('type' || t, n), 1000 + 500 * t from generate_series(1, COUNT) n, generate_series(1, 3) t;
  insert into event_session (seller_id, id, event_template_id, start_datetime, end_datetime, local_day, local_start, local_end, min_price, min_price_fees)
    select pg_temp.id_of('seller', n), pg_temp.id_of('session' || s, n), pg_temp.id_of('event', n), day, day + interval '1 hour', day::date, '00:00', '01:00', 1500, 150
    from generate_series(1, COUNT) n, generate_series(1, ${sessionsOfEach}) s, lateral (select date_trunc('day', now()) + make_interval(days => 7 + s)) as at(day);
  insert into job_turn (seller_id, job, started_at)
    select pg_temp.id_of('seller', n), job, now() - random() * period
    from generate_series(1, COUNT) n, (values ('retention', interval '1 day'), ('journal_days', interval '1 hour')) as j (job, period);
  analyze seller, event_template, ticket_group, ticket_type, event_session`;

/**
 * Creates sellers by SQL, each with one event, one group, three types and sessions of unlimited capacity. Their turns in
 * jobs are spread as after days of running.
 */
export const seedSellers = async (owner: PoolConfig, count: number): Promise<Stock[]> => {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query("set app.seller = '*'");
    await client.query(seedText.replaceAll("COUNT", String(count)));
    const { rows } = await client.query<StockItem & { seller_id: string; nth: number }>(
      `select pg_temp.id_of('seller', n) as seller_id, n as nth, pg_temp.id_of('event', n) as event, pg_temp.id_of('group', n) as "group",
         pg_temp.id_of('type' || (s % 3 + 1), n) as type, pg_temp.id_of('session' || s, n) as session
       from generate_series(1, ${count}) n, generate_series(1, ${sessionsOfEach}) s order by n, s`,
    );
    return [...Map.groupBy(rows, ({ nth }) => nth)].map(([nth, items]) => {
      const [first] = items;
      if (!first) throw new Error("A seller has no sessions.");
      return { seller_id: first.seller_id, slug: `scale${nth}`, items, lastItem: first };
    });
  } finally {
    await client.end();
  }
};

/** Picks by Zipf's law: the nth with a frequency of n to the power of -1.1. */
export const zipfPicker = <T>(from: readonly T[]): (() => T) => {
  let sum = 0;
  const upTo = from.map((_, index) => (sum += (index + 1) ** -1.1));
  return () => {
    const wanted = Math.random() * sum;
    let [low, high] = [0, upTo.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return from[low] as T;
  };
};
