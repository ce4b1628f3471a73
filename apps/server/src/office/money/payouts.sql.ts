import type { Payout, PayoutOutcome, PayoutRow, UnpaidRow } from "@foyer/contract/office/money/payouts.ts";
import { optimizationFence, statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

export type FoundPayout = Pick<
  Payout,
  "gateway_id" | "ref" | "currency" | "status" | "is_automatic" | "created_on" | "arrives_on" | "rows" | "count"
> & { readonly amount: number; readonly fees: number; readonly net: number };

const payoutColumns = `gateway_id, ref, amount, currency, status, is_automatic, created_on, arrives_on, row_count as count, fees, net,
       case when names_rows = 'all' and rows_read_at is null then 'reading' else names_rows end as rows`;

export type PayoutCursor = Pick<FoundPayout, "created_on" | "gateway_id" | "ref">;

/** The newest payouts, or those after one. Several may be of one moment. */
export const readPayoutList = (
  pipeline: Pipeline,
  seller_id: string,
  { after, limit }: { readonly after: PayoutCursor | undefined; readonly limit: number },
): Promise<FoundPayout[]> =>
  statementWithFreshPlan(
    pipeline,
    `select ${payoutColumns} from provider_payout
     where seller_id = $1 and ($2::timestamptz is null or created_on <= $2
       and (created_on < $2 or (gateway_id, ref) > ($3::text, $4::text)))
     order by created_on desc, gateway_id, ref limit $5`,
    [seller_id, after?.created_on ?? null, after?.gateway_id ?? null, after?.ref ?? null, limit],
  );

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

export type PayoutReading = {
  readonly gateway_id: string;
  readonly checked_at: string;
  readonly compared_since: string;
};

/** When payouts were listed. What was captured in the first two weeks may be in a payout from before. */
export const readPayoutReadings = (pipeline: Pipeline, seller_id: string): Promise<PayoutReading[]> =>
  statementWithFreshPlan(
    pipeline,
    `select gateway_id, checked_at, since + interval '14 days' as compared_since from payout_reading where seller_id = $1`,
    [seller_id],
  );

export type FoundUnpaid = Omit<UnpaidRow, "amount"> & { readonly amount: number };

/** Captures are looked for in this span: older ones were listed long before. */
export const lookBackDays = 120;

/**
 * What was captured or refunded more than `days` ago and is in no payout, the oldest first. `first_id`: the lowest id of the
 * span. Payments are found by it, since their ids are in the order of time.
 */
export const readUnpaid = (
  pipeline: Pipeline,
  seller_id: string,
  { gateway_id, compared_since }: Pick<PayoutReading, "gateway_id" | "compared_since">,
  { days, limit, first_id }: { readonly days: number; readonly limit: number; readonly first_id: string },
): Promise<FoundUnpaid[]> =>
  statementWithFreshPlan(
    pipeline,
    `select k.kind, k.payment_id, k.gateway_id, k.amount, k.currency, k.at, o.order_number from (
       select 'capture' as kind, p.id as payment_id, p.gateway_id, p.ticket_order_id, p.amount, p.currency, p.created_at as at
       from payment p
       where p.seller_id = $1 and p.gateway_id = $2 and p.id > $6::uuid and p.state in ('captured', 'refunded') and p.amount > 0
         and p.created_at > greatest($3::timestamptz, app_now() - interval '${lookBackDays} days')
         and p.created_at < app_now() - make_interval(days => $4)
         and not exists (select from payout_row w where w.seller_id = $1 and w.payment_id = p.id and w.kind = 'capture' ${optimizationFence})
       union all
       select 'refund', p.id, p.gateway_id, p.ticket_order_id, -r.amount, r.currency, r.created_at
       from refund r join payment p on p.seller_id = $1 and p.id = r.payment_id
       where r.seller_id = $1 and r.state = 'succeeded' and p.gateway_id = $2
         and r.created_at > greatest($3::timestamptz, app_now() - interval '${lookBackDays} days')
         and r.created_at < app_now() - make_interval(days => $4)
         and not exists (select from payout_row w where w.seller_id = $1 and w.payment_id = p.id and w.kind = 'refund'
           and w.source_ref = r.provider_ref ${optimizationFence})
       order by at, payment_id limit $5) k
     left join ticket_order o on o.seller_id = $1 and o.id = k.ticket_order_id
     order by k.at, k.payment_id`,
    [seller_id, gateway_id, compared_since, days, limit, first_id],
  );

/** Rows of a payout with ours: the payment, the refund or the dispute that they are about. */
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
