import { sql } from "kysely";
import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { Database } from "../../../db/connections.ts";
import { statementWithFreshPlan, withAnswer, type Pipeline } from "../../../db/statements/statement.ts";
import type { PayoutPage, ProviderPayout } from "../../../providers/payments/payouts.ts";

/**
 * How many days each list goes back. At about one payout a day this is one page of the provider's list, and a bank
 * refuses a payout within days.
 */
const listedDays = 90;
/** Rows of older payouts are no longer read. */
const readableDays = 120;

/**
 * Claims the next list of a seller's payouts for one server, and returns the start of its period. Undefined if it is not
 * due, or nothing was paid with the gateway.
 */
export const claimPayoutReading = async (
  db: Database,
  seller_id: string,
  { gateway_id, everySeconds }: { readonly gateway_id: CardGatewayId; readonly everySeconds: number },
): Promise<{ readonly list_since: string } | undefined> => {
  const { rows } = await sql<{ list_since: string }>`
    insert into payout_reading as w (seller_id, gateway_id, since, checked_at)
    select ${seller_id}::uuid, ${gateway_id}::text, app_now() - make_interval(days => ${sql.lit(listedDays)}), app_now()
    where exists (select from payment where seller_id = ${seller_id}::uuid and gateway_id = ${gateway_id}::text)
    on conflict (seller_id, gateway_id) do update set checked_at = app_now()
      where w.checked_at at time zone 'UTC' <= app_now() at time zone 'UTC' - make_interval(secs => ${sql.lit(everySeconds)})
    returning w.checked_at - make_interval(days => ${sql.lit(listedDays)}) as list_since`.execute(db);
  return rows[0];
};

/** Writes payouts as the provider lists them. What was read of their rows is kept. */
export const writePayouts = async (
  pipeline: Pipeline,
  seller_id: string,
  { gateway_id, payouts }: { readonly gateway_id: CardGatewayId; readonly payouts: readonly ProviderPayout[] },
): Promise<void> => {
  if (payouts.length === 0) return;
  await statementWithFreshPlan(
    pipeline,
    `insert into provider_payout as w (seller_id, gateway_id, ref, amount, currency, status, is_automatic, names_rows, created_on, arrives_on)
     select $1, $2, n.* from unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::boolean[], $8::text[], $9::timestamptz[], $10::date[])
       as n (ref, amount, currency, status, is_automatic, names_rows, created_on, arrives_on)
     on conflict (seller_id, gateway_id, ref) do update set amount = excluded.amount, status = excluded.status,
       names_rows = excluded.names_rows, arrives_on = excluded.arrives_on
       where (w.amount, w.status, w.names_rows, w.arrives_on)
         is distinct from (excluded.amount, excluded.status, excluded.names_rows, excluded.arrives_on)`,
    [
      seller_id,
      gateway_id,
      payouts.map(({ ref }) => ref),
      payouts.map(({ amount }) => amount),
      payouts.map(({ currency }) => currency),
      payouts.map(({ status }) => status),
      payouts.map(({ is_automatic }) => is_automatic),
      payouts.map(({ names_rows }) => names_rows),
      payouts.map(({ created_on }) => created_on),
      payouts.map(({ arrives_on }) => arrives_on),
    ],
  );
};

export type UnreadPayout = { readonly ref: string; readonly after: string | null };

/** Payouts with rows still to be read, oldest first. */
export const unreadPayouts = (
  pipeline: Pipeline,
  seller_id: string,
  gateway_id: CardGatewayId,
): Promise<UnreadPayout[]> =>
  statementWithFreshPlan(
    pipeline,
    `select ref, rows_after as after from provider_payout
     where seller_id = $1 and gateway_id = $2 and names_rows = 'all' and rows_read_at is null
       and created_on > app_now() - interval '${readableDays} days'
     order by created_on, ref limit 20`,
    [seller_id, gateway_id],
  );

type ReadPage = {
  readonly gateway_id: CardGatewayId;
  readonly payout: UnreadPayout;
  readonly page: PayoutPage;
};

/**
 * Advances a payout by one page. Returns false if another server has read the page. Called in the caller's transaction
 * before the page's rows are written, so that they are written once.
 */
export const advancePayout = async (
  pipeline: Pipeline,
  seller_id: string,
  { gateway_id, payout, page: { rows, next } }: ReadPage,
): Promise<boolean> => {
  const net = rows.reduce((sum, { amount, fee }) => sum + amount - fee, 0);
  const fees = rows.reduce((sum, { fee }) => sum + fee, 0);
  const moved = await statementWithFreshPlan<{ ref: string }>(
    pipeline,
    `update provider_payout set rows_after = coalesce($5, rows_after), rows_read_at = case when $5::text is null then app_now() end,
       row_count = row_count + $6::int, net = net + $7::bigint, fees = fees + $8::bigint
     where seller_id = $1 and gateway_id = $2 and ref = $3 and rows_after is not distinct from $4 and rows_read_at is null
     returning ref`,
    [seller_id, gateway_id, payout.ref, payout.after, next, rows.length, net, fees],
  );
  return moved.length > 0;
};

export const writePayoutRows = async (
  pipeline: Pipeline,
  seller_id: string,
  { gateway_id, payout, page: { rows } }: ReadPage,
): Promise<void> => {
  if (rows.length === 0) return;
  await statementWithFreshPlan(
    pipeline,
    `insert into payout_row (seller_id, gateway_id, payout_ref, ref, kind, payment_id, source_ref, amount, fee, currency, occurred_on)
     select $1, $2, $3, n.* from unnest($4::text[], $5::text[], $6::uuid[], $7::text[], $8::bigint[], $9::bigint[], $10::text[], $11::timestamptz[])
       as n (ref, kind, payment_id, source_ref, amount, fee, currency, occurred_on) ${withAnswer}`,
    [
      seller_id,
      gateway_id,
      payout.ref,
      rows.map(({ ref }) => ref),
      rows.map(({ kind }) => kind),
      rows.map(({ payment_id }) => payment_id),
      rows.map(({ source_ref }) => source_ref),
      rows.map(({ amount }) => amount),
      rows.map(({ fee }) => fee),
      rows.map(({ currency }) => currency),
      rows.map(({ occurred_on }) => occurred_on),
    ],
  );
};
