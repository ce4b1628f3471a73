import { sql, type RawBuilder } from "kysely";
import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { TermRule } from "@foyer/rules/catalog/purchaseTerm.ts";
import { inOneTrip, statementWithFreshPlan, withAnswer, type Pipeline } from "../../db/statements/statement.ts";
import type { SellerDb } from "../checkout/context.ts";
import { retireUnusedMethods } from "../membership/autoRenewal/scheduleAutoRenewals.ts";

/** Longer than a renewal takes. After this time another server may claim it. */
const claimSeconds = 300;

/**
 * Claims the next due renewal for this server; undefined if none is due. The subquery is compared with `=`, so that it
 * runs once: if it were joined, it would claim another row each time the plan runs it.
 */
export const claimDueRenewal = async ({ db, seller }: SellerDb): Promise<string | undefined> => {
  const [row] = await statementWithFreshPlan<{ membership_id: string }>(
    db,
    `update auto_renewal a set claimed_until = app_now() + make_interval(secs => $2)
     where a.seller_id = $1 and a.membership_id = (select membership_id from auto_renewal
       where seller_id = $1 and state = 'scheduled' and next_at <= app_now()
         and coalesce(claimed_until <= app_now(), true)
       order by next_at, membership_id limit 1 for update skip locked)
     returning a.membership_id`,
    [seller.id, claimSeconds],
  );
  return row?.membership_id;
};

/** Releases the claim and sets when the renewal is processed next. */
export const postponeRenewal = (ctx: SellerDb, membership_id: string, until: Temporal.Instant): Promise<void> =>
  setNextRun(ctx, membership_id, sql<string>`${until.toString()}::timestamptz`);
/** The same, relative to the database's clock. */
export const postponeRenewalMinutes = (ctx: SellerDb, membership_id: string, minutes: number): Promise<void> =>
  setNextRun(ctx, membership_id, sql<string>`app_now() + make_interval(mins => ${minutes}::int)`);

const setNextRun = async (
  { db, seller }: SellerDb,
  membership_id: string,
  next_at: RawBuilder<string>,
): Promise<void> => {
  await db
    .updateTable("auto_renewal")
    .set({ next_at, claimed_until: null })
    .where("seller_id", "=", seller.id)
    .where("membership_id", "=", membership_id)
    .where("state", "=", "scheduled")
    .execute();
};

/** A person on the membership, with today's price of their place. */
export type PartyRow = {
  readonly membership_id: string;
  readonly ticket_type_id: string;
  readonly holder_name: string | null;
  readonly holder_email: string | null;
  readonly names: "no" | "yes" | "optional" | null;
  readonly emails: "no" | "yes" | "optional" | null;
  readonly currency_amount: number;
  readonly fee_fixed_outside: number;
  readonly fee_percent_outside: number;
  readonly is_sold: boolean;
};

/** A renewal with everything that decides its next step. */
export type RenewalRow = TermRule & {
  readonly membership_id: string;
  readonly state: "scheduled" | "cancelled" | "renewed" | "failed";
  readonly identity_id: string;
  readonly payment_id: string | null;
  readonly cart_id: string | null;
  readonly saved_payment_method_id: string | null;
  readonly attempts: number;
  readonly attempted_at: string | null;
  readonly next_step: "again" | "ask" | "stop" | null;
  readonly last_error: string | null;
  readonly announced_at: string | null;
  readonly announced_amount: number | null;
  readonly announced_currency: string | null;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly timezone: string;
  readonly level_name: string;
  readonly ticket_order_id: string;
  readonly event_template_id: string;
  /** The account that has the membership. */
  readonly holder_id: string | null;
  readonly is_active: boolean;
  /** The next term's membership, if it exists. */
  readonly followed_by: string | null;
  readonly is_disputed: boolean;
  readonly method: {
    readonly gateway_id: CardGatewayId;
    readonly brand: string;
    readonly last4: string;
    readonly exp_month: number | null;
    readonly exp_year: number | null;
  } | null;
  readonly payer_name: string | null;
  readonly email: string | null;
  /** The amount paid for the current term by the people who are renewed. Minor units. */
  readonly paid: number;
  readonly currency: string;
  readonly party: readonly PartyRow[];
  readonly now: string;
};

const renewalQuery = `
  select a.membership_id, a.state, a.identity_id, a.payment_id, a.cart_id, a.saved_payment_method_id, a.attempts, a.attempted_at,
    a.next_step, a.last_error, a.announced_at, a.announced_amount, a.announced_currency, m.valid_from, m.valid_to, e.timezone,
    m.level_name, m.ticket_order_id, m.event_template_id, m.identity_id as holder_id, m.state = 'active' as is_active,
    g.start_policy, g.start_policy_date, g.duration_new, o.currency,
    (select n.id from membership n where n.seller_id = $1 and n.renews_id = m.id and n.state = 'active' limit 1) as followed_by,
    exists (select from payment p join payment_audit d on d.seller_id = p.seller_id and d.payment_id = p.id and d.audit_action = 'dispute_opened'
      where p.seller_id = $1 and p.id in (select a.payment_id union all
        select x.id from payment x where x.seller_id = $1 and x.ticket_order_id = m.ticket_order_id)) as is_disputed,
    case when s.id is not null then json_build_object('gateway_id', s.gateway_id, 'brand', s.brand, 'last4', s.last4,
      'exp_month', s.exp_month, 'exp_year', s.exp_year) end as method,
    i.first_name as payer_name, coalesce(i.email, m.holder_email) as email, app_now() as now,
    coalesce(p.paid, 0) as paid, coalesce(p.party, '[]') as party
  from auto_renewal a
  join membership m on m.seller_id = a.seller_id and m.id = a.membership_id
  join ticket_order o on o.seller_id = m.seller_id and o.id = m.ticket_order_id
  join ticket_group g on g.seller_id = m.seller_id and g.id = m.ticket_group_id
  join event_template e on e.seller_id = m.seller_id and e.id = m.event_template_id
  join identity i on i.seller_id = a.seller_id and i.id = a.identity_id
  left join saved_payment_method s on s.seller_id = a.seller_id and s.id = a.saved_payment_method_id and s.retired_at is null
  left join lateral (
    select sum(t.adjusted_value + t.fee_fixed + t.fee_percent)::bigint as paid, json_agg(json_build_object(
        'membership_id', one.id, 'ticket_type_id', y.id, 'holder_name', one.holder_name, 'holder_email', one.holder_email,
        'names', r.named, 'emails', r.emailed, 'currency_amount', y.currency_amount,
        'fee_fixed_outside', y.fee_fixed_outside, 'fee_percent_outside', y.fee_percent_outside,
        'is_sold', not (y.retired or g2.retired or e2.retired or coalesce(p2.retired, false))) order by one.id) as party
    from membership one
    join ticket t on t.seller_id = one.seller_id and t.id = one.ticket_id
    join ticket_type y on y.seller_id = one.seller_id and y.id = one.ticket_type_id
    join ticket_group g2 on g2.seller_id = one.seller_id and g2.id = one.ticket_group_id
    join event_template e2 on e2.seller_id = one.seller_id and e2.id = one.event_template_id
    left join membership_program p2 on p2.seller_id = g2.seller_id and p2.id = g2.membership_program_id
    left join membership_rule r on r.seller_id = y.seller_id and r.ticket_type_id = y.id
    where one.seller_id = $1 and one.ticket_order_id = m.ticket_order_id and one.ticket_group_id = m.ticket_group_id
      and one.state = 'active'
      and not exists (select from membership n where n.seller_id = $1 and n.renews_id = one.id and n.state = 'active')) p on true
  where a.seller_id = $1 and a.membership_id = $2`;

export const readRenewal = async (
  pipeline: Pipeline,
  seller_id: string,
  membership_id: string,
): Promise<RenewalRow | undefined> => {
  const [row] = await statementWithFreshPlan<RenewalRow>(pipeline, renewalQuery, [seller_id, membership_id]);
  return row;
};

/** The same, locked until the transaction ends; undefined if it is no longer scheduled. */
export const lockRenewal = async (
  pipeline: Pipeline,
  seller_id: string,
  membership_id: string,
): Promise<RenewalRow | undefined> => {
  await statementWithFreshPlan(
    pipeline,
    "select from auto_renewal where seller_id = $1 and membership_id = $2 for update",
    [seller_id, membership_id],
  );
  // Read in a separate statement after the lock, to see what its previous holder has written.
  const row = await readRenewal(pipeline, seller_id, membership_id);
  return row?.state === "scheduled" ? row : undefined;
};

/** Records that the payer is told the price now: the notice period starts. */
export const markAnnounced = async (
  { db, seller }: SellerDb,
  membership_id: string,
  announcement: { readonly amount: number; readonly currency: string; readonly charge_at: Temporal.Instant },
): Promise<void> => {
  await db
    .updateTable("auto_renewal")
    .set({
      announced_at: sql<string>`app_now()`,
      notified_at: sql<string>`app_now()`,
      announced_amount: announcement.amount,
      announced_currency: announcement.currency,
      next_at: announcement.charge_at.toString(),
      claimed_until: null,
    })
    .where("seller_id", "=", seller.id)
    .where("membership_id", "=", membership_id)
    .execute();
};

export const markFailedCharge = async (
  { db, seller }: SellerDb,
  membership_id: string,
  { code, next }: { readonly code: string; readonly next: "again" | "ask" | "stop" },
): Promise<void> => {
  await db
    .updateTable("auto_renewal")
    .set({
      attempts: sql<number>`attempts + 1`,
      attempted_at: sql<string>`app_now()`,
      next_step: next,
      last_error: code,
      capture_started_at: null,
    })
    .where("seller_id", "=", seller.id)
    .where("membership_id", "=", membership_id)
    .execute();
};

/** Ends a scheduled renewal. Returns true only to the caller who ended it. */
export const endRenewal = async (
  { db, seller }: SellerDb,
  membership_id: string,
  end: {
    readonly state: "cancelled" | "failed" | "renewed";
    readonly error?: string;
    readonly renewed_by_id?: string | null;
  },
): Promise<boolean> => {
  const scheduled = "seller_id = $1 and membership_id = $2 and state = 'scheduled'";
  const [, , ended] = await inOneTrip(db, (db) =>
    Promise.all([
      statementWithFreshPlan(db, `select from auto_renewal where ${scheduled} for update`, [seller.id, membership_id]),
      statementWithFreshPlan(
        db,
        `insert into transition (seller_id, entity, entity_id, from_state, to_state)
         select seller_id, 'auto_renewal', membership_id, 'scheduled', $3::text from auto_renewal where ${scheduled} ${withAnswer}`,
        [seller.id, membership_id, end.state],
      ),
      statementWithFreshPlan(
        db,
        `update auto_renewal set state = $3, claimed_until = null, last_error = coalesce($4, last_error), renewed_by_id = coalesce($5, renewed_by_id),
           cancelled_at = case when $3 = 'cancelled' then app_now() end
         where ${scheduled} returning membership_id`,
        [seller.id, membership_id, end.state, end.error ?? null, end.renewed_by_id ?? null],
      ),
    ]),
  );
  if (ended.length === 0) return false;
  await retireUnusedMethods(db, seller.id, [membership_id]);
  return true;
};
