import { sql } from "kysely";
import type { Database } from "../../../db/connections.ts";
import type { PayoutPage, PayoutReader, PayoutEntry, ProviderPayout } from "../payouts.ts";

/** The test gateway's fee for a capture, in minor units. */
export const testFee = { basisPoints: 140, fixed: 20 } as const;
/** Captures and refunds of a day (UTC) are paid out this many days later. */
const delayDays = 2;

const moved = (sellerId: string) => sql`
  select i.id as ref, 'capture' as kind, i.idempotency_key as payment, null as source_ref, i.amount,
    (i.amount * ${testFee.basisPoints}::bigint + 5000) / 10000 + ${testFee.fixed}::bigint as fee, i.currency, i.created_at as at
  from test_gateway_intent i where i.seller_id = ${sellerId}::uuid and i.status = 'succeeded'
  union all
  select r.id, 'refund', i.idempotency_key, r.id, -r.amount, 0, i.currency, r.created_at
  from test_gateway_refund r join test_gateway_intent i on i.seller_id = ${sellerId}::uuid and i.id = r.intent_id
  where r.seller_id = ${sellerId}::uuid`;

const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** One payout per day (UTC) and currency. Nothing is stored: a past day does not change. */
const listDays = async (db: Database, sellerId: string, since: Temporal.Instant): Promise<ProviderPayout[]> => {
  const { rows } = await sql<{ day: string; currency: string; amount: number }>`
    select (at at time zone 'UTC')::date as day, currency, sum(amount - fee)::bigint as amount from (${moved(sellerId)}) m
    where at >= date_trunc('day', ${since.toString()}::timestamptz at time zone 'UTC') at time zone 'UTC' - make_interval(days => ${sql.lit(delayDays)})
      and at < date_trunc('day', app_now() at time zone 'UTC') at time zone 'UTC' - make_interval(days => ${sql.lit(delayDays - 1)})
    group by 1, 2 order by 1 desc, 2 limit 1000`.execute(db);
  return rows.map(({ day, currency, amount }) => {
    const arrives_on = Temporal.PlainDate.from(day).add({ days: delayDays }).toString();
    return {
      ref: `tpo_${day.replaceAll("-", "")}_${currency}`,
      amount,
      currency,
      status: "paid",
      is_automatic: true,
      names_rows: "all",
      created_on: `${arrives_on}T00:00:00Z`,
      arrives_on,
    };
  });
};

const readDay = async (
  db: Database,
  sellerId: string,
  { ref, after }: { readonly ref: string; readonly after: string | null },
): Promise<PayoutPage> => {
  const [, day = "", currency = ""] = /^tpo_(\d{8})_([A-Z]{3})$/.exec(ref) ?? [];
  const { rows } = await sql<Omit<PayoutEntry, "payment_id" | "occurred_on"> & { payment: string; at: string }>`
    select ref, kind, payment, source_ref, amount, fee, currency, at from (${moved(sellerId)}) m
    where at >= to_date(${day}, 'YYYYMMDD')::timestamp at time zone 'UTC'
      and at < (to_date(${day}, 'YYYYMMDD') + 1)::timestamp at time zone 'UTC'
      and currency = ${currency} and (${after}::text is null or ref > ${after}) order by ref limit 101`.execute(db);
  const page = rows.slice(0, 100);
  return {
    rows: page.map(({ payment, at, ...row }) => ({
      ...row,
      payment_id: isUuid(payment) ? payment : null,
      occurred_on: at,
    })),
    next: rows.length > page.length ? (page.at(-1)?.ref ?? null) : null,
  };
};

/** Payouts of the test gateway, as a provider with a daily schedule lists them. */
export const testPayouts = (databaseOf: (sellerId: string) => Database): PayoutReader => ({
  list: (sellerId, since) => listDays(databaseOf(sellerId), sellerId, since),
  readRows: (sellerId, payout) => readDay(databaseOf(sellerId), sellerId, payout),
});
