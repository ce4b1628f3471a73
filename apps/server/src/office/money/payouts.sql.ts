import type { Payout, PayoutOutcome, PayoutRow, UnpaidRow } from "@foyer/contract/office/money/payouts.ts";
import { wordsOfDirection } from "../../db/keyset.ts";
import { isTestPayment } from "../../providers/payments/gatewayRegistry.ts";
import { optimizationFence, statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

export type FoundPayout = Pick<
  Payout,
  | "gateway_id"
  | "ref"
  | "currency"
  | "status"
  | "is_automatic"
  | "created_on"
  | "arrives_on"
  | "rows"
  | "count"
  | "is_test"
> & { readonly amount: number; readonly fees: number; readonly net: number };

const payoutColumns = `gateway_id, ref, amount, currency, status, is_automatic, created_on, arrives_on, row_count as count, fees, net,
       case when names_rows = 'all' and rows_read_at is null then 'reading' else names_rows end as rows,
       coalesce((select ${isTestPayment} from payout_row w join payment p on p.seller_id = $1 and p.id = w.payment_id
         where w.seller_id = $1 and w.gateway_id = provider_payout.gateway_id and w.payout_ref = provider_payout.ref
         order by w.ref limit 1), false) as is_test`;

export type PayoutCursor = Pick<FoundPayout, "created_on" | "gateway_id" | "ref">;

/** Payouts, newest or oldest first, optionally following a given one. Several may have the same time. */
export const readPayoutList = (
  pipeline: Pipeline,
  seller_id: string,
  {
    after,
    isAscending,
    limit,
  }: { readonly after: PayoutCursor | undefined; readonly isAscending: boolean; readonly limit: number },
): Promise<FoundPayout[]> => {
  const { direction, beyond } = wordsOfDirection(!isAscending);
  return statementWithFreshPlan(
    pipeline,
    `select ${payoutColumns} from provider_payout
     where seller_id = $1 and ($2::timestamptz is null or created_on ${beyond}= $2
       and (created_on ${beyond} $2 or (gateway_id, ref) > ($3::text, $4::text)))
     order by created_on ${direction}, gateway_id, ref limit $5`,
    [seller_id, after?.created_on ?? null, after?.gateway_id ?? null, after?.ref ?? null, limit],
  );
};

export const hasManualPayouts = async (pipeline: Pipeline, seller_id: string): Promise<boolean> => {
  const rows = await statementWithFreshPlan<{ ref: string }>(
    pipeline,
    `select ref from provider_payout where seller_id = $1 and not is_automatic limit 1`,
    [seller_id],
  );
  return rows.length > 0;
};

export const findPayout = async (
  pipeline: Pipeline,
  seller_id: string,
  { gateway_id, ref }: { readonly gateway_id: string; readonly ref: string },
): Promise<FoundPayout | undefined> => {
  const [row] = await statementWithFreshPlan<FoundPayout>(
    pipeline,
    `select ${payoutColumns} from provider_payout where seller_id = $1 and gateway_id = $2 and ref = $3`,
    [seller_id, gateway_id, ref],
  );
  return row;
};

export type PayoutReading = { readonly checked_at: string; readonly compared_since: string };

/** Money captured within two weeks after the first reading may be in a payout from before it. */
const comparedAfter = "interval '14 days'";

/** When payouts were last listed, and since when captures are compared with them. */
export const readPayoutReadings = (pipeline: Pipeline, seller_id: string): Promise<PayoutReading[]> =>
  statementWithFreshPlan(
    pipeline,
    `select checked_at, since + ${comparedAfter} as compared_since from payout_reading where seller_id = $1`,
    [seller_id],
  );

export type FoundUnpaid = Omit<UnpaidRow, "amount"> & { readonly amount: number; readonly row_id: string };

/**
 * The position at which a page ends: a payment and the refund of it that was the last row, or `noRefund` for the payment
 * itself.
 */
export type UnpaidCursor = { readonly payment_id: string; readonly row_id: string };
export const noRefund = "00000000-0000-0000-0000-000000000000";
/** Greater than every id. */
export const lastRefund = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The payment that follows after a number of others, if there are as many. It limits how far a page looks. */
export const paymentAhead = async (
  pipeline: Pipeline,
  seller_id: string,
  { after, payments }: { readonly after: string; readonly payments: number },
): Promise<{ readonly id: string; readonly created_at: string } | undefined> => {
  const [row] = await statementWithFreshPlan<{ id: string; created_at: string }>(
    pipeline,
    `select id, created_at from payment where seller_id = $1 and id > $2::uuid order by id offset $3::int limit 1`,
    [seller_id, after, payments - 1],
  );
  return row;
};

/**
 * Captures and refunds that are older than `days` and not in any payout, ordered by payment. Payments are read by id, which
 * is in the order of time. A refund follows its payment. `until`: the last payment to examine.
 */
export const readUnpaid = (
  pipeline: Pipeline,
  seller_id: string,
  {
    days,
    after,
    until,
    withTests,
    limit,
  }: {
    readonly days: number;
    /** Includes payments that moved no money. */
    readonly withTests: boolean;
    readonly after: UnpaidCursor;
    readonly until: string | undefined;
    readonly limit: number;
  },
): Promise<FoundUnpaid[]> =>
  statementWithFreshPlan(
    pipeline,
    `select k.kind, k.payment_id, k.row_id, k.gateway_id, k.amount, k.currency, k.at, k.is_test, o.order_number from (
       select 'capture' as kind, p.id as payment_id, '${noRefund}'::uuid as row_id, p.gateway_id, p.ticket_order_id, p.amount, p.currency, p.created_at as at, ${isTestPayment} as is_test
       from payment p
       join payout_reading q on q.seller_id = $1 and q.gateway_id = p.gateway_id and p.created_at > q.since + ${comparedAfter}
       where p.seller_id = $1 and p.id > $2::uuid and p.id <= $4::uuid and p.state in ('captured', 'refunded') and p.amount > 0
         and p.created_at < app_now() - make_interval(days => $5) and ($7::boolean or not ${isTestPayment})
         and not exists (select from payout_row w where w.seller_id = $1 and w.payment_id = p.id and w.kind = 'capture' ${optimizationFence})
       union all
       select 'refund', p.id, r.id, p.gateway_id, p.ticket_order_id, -r.amount, r.currency, r.created_at, ${isTestPayment}
       from refund r join payment p on p.seller_id = $1 and p.id = r.payment_id
       join payout_reading q on q.seller_id = $1 and q.gateway_id = p.gateway_id and r.created_at > q.since + ${comparedAfter}
       where r.seller_id = $1 and r.state = 'succeeded' and r.payment_id >= $2::uuid and r.payment_id <= $4::uuid
         and (r.payment_id > $2::uuid or r.id > $3::uuid)
         and r.created_at < app_now() - make_interval(days => $5) and ($7::boolean or not ${isTestPayment})
         and not exists (select from payout_row w where w.seller_id = $1 and w.payment_id = p.id and w.kind = 'refund'
           and w.source_ref = r.provider_ref ${optimizationFence})
       order by payment_id, row_id limit $6) k
     left join ticket_order o on o.seller_id = $1 and o.id = k.ticket_order_id
     order by k.payment_id, k.row_id`,
    [seller_id, after.payment_id, after.row_id, until ?? lastRefund, days, limit, withTests],
  );

/** The rows of a payout with our records: the payment, refund or dispute that they concern. */
const comparedRows = `
  select w.ref, w.kind, w.amount, w.fee, w.currency, w.occurred_on as at, w.payment_id, o.order_number, x.ours, x.ours_currency,
    case when w.kind in ('fee', 'other') then 'of_provider'
      when x.ours is null then 'missing_here'
      when x.ours_currency <> w.currency then 'converted'
      when x.ours = abs(w.amount) then 'matched' else 'other_amount' end as outcome
  from payout_row w
  left join payment p on p.seller_id = $1 and p.id = w.payment_id
  left join ticket_order o on o.seller_id = $1 and o.id = p.ticket_order_id
  left join lateral (
    select p.amount as ours, p.currency as ours_currency where w.kind = 'capture' and p.state in ('captured', 'refunded')
    union all
    select r.amount, r.currency from refund r where w.kind in ('refund', 'refund_failed') and r.seller_id = $1
      and r.payment_id = w.payment_id and r.provider_ref = w.source_ref
    union all
    select a.amount, a.currency from payment_audit a where w.kind = 'dispute' and a.seller_id = $1
      and a.payment_id = w.payment_id and a.provider_ref = w.source_ref and a.audit_action = 'dispute_opened') x on true
  where w.seller_id = $1 and w.gateway_id = $2 and w.payout_ref = $3`;

type OfPayout = { readonly gateway_id: string; readonly ref: string };

export const countOutcomes = (
  pipeline: Pipeline,
  seller_id: string,
  { gateway_id, ref }: OfPayout,
): Promise<{ outcome: PayoutOutcome; count: number; amount: number }[]> =>
  statementWithFreshPlan(
    pipeline,
    `select outcome, count(*)::int as count, sum(amount - fee)::bigint as amount from (${comparedRows}) c group by 1 order by 1`,
    [seller_id, gateway_id, ref],
  );

export type FoundPayoutRow = Omit<PayoutRow, "amount" | "fee" | "ours"> & {
  readonly amount: number;
  readonly fee: number;
  readonly ours: number | null;
};

export const readPayoutRows = (
  pipeline: Pipeline,
  seller_id: string,
  { gateway_id, ref }: OfPayout,
  {
    only,
    after,
    limit,
  }: { readonly only: PayoutOutcome | undefined; readonly after: string | undefined; readonly limit: number },
): Promise<FoundPayoutRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select * from (${comparedRows} and ($5::text is null or w.ref > $5)) c
     where $4::text is null or outcome = $4 order by ref limit $6`,
    [seller_id, gateway_id, ref, only ?? null, after ?? null, limit],
  );
