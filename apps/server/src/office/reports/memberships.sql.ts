import type { Grouping } from "@foyer/contract/office/money/reports.ts";
import type { Moments } from "@foyer/rules/reports/reportPeriods.ts";
import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";
import { periodKey } from "./periodKey.ts";
import type { KeyedFigures } from "./reportRows.ts";

/**
 * The times when staff extended a membership ($1 seller) that had already ended. It counts as ended in between, so that
 * past figures do not change.
 */
const lapses = `
  select n.id as membership_id, array_agg(x.ended_at order by x.ended_at) as ended, array_agg(x.at order by x.ended_at) as resumed
  from (select entity_id::uuid as id, at, (before ->> 'valid_to')::timestamptz as ended_at from audit_entry
    where seller_id = $1 and entity_kind = 'member' and action = 'member.lengthened') x
  join membership one on one.seller_id = $1 and one.id = x.id
  join membership n on n.seller_id = $1 and n.ticket_order_id = one.ticket_order_id and n.ticket_group_id = one.ticket_group_id
  where x.at > x.ended_at
  group by n.id`;

/**
 * Terms of memberships ($1 seller) that were valid for some time. `ends_at` is the end, or the time of an earlier
 * cancellation. A term cancelled before it began is left out. A term that begins before its sale, as after an import,
 * counts from its sale, and one that was extended after its end counts as two: later events never change figures of earlier
 * days.
 */
const terms = `
  select m.id, m.ticket_group_id, part.begins_at as valid_from, part.ends_at,
    case when part.nth > 1 then 'renewed' when gift.is_redeemed then 'given' when m.renews_id is null then 'joined'
      when former.ticket_group_id = m.ticket_group_id then 'renewed' else 'moved' end as began,
    case when part.nth = part.parts and w.ends_at is distinct from m.valid_to then 'cancelled' else 'ended' end as was_over
  from membership m
  join ticket_order o on o.seller_id = $1 and o.id = m.ticket_order_id
  cross join lateral (select exists (select from cart_code k join code g on g.seller_id = $1 and g.id = k.code_id and g.is_gift
    where k.seller_id = $1 and k.cart_id = o.cart_id and k.is_applied) as is_redeemed) gift
  left join membership former on former.seller_id = $1 and former.id = m.renews_id
  left join lateral (
    select min(x.at) as at from transition x
    where m.state = 'cancelled' and x.seller_id = $1 and x.entity_id = m.ticket_id and x.entity = 'ticket' and x.to_state = 'cancelled') left_at on true
  cross join lateral (select case when m.state = 'cancelled' then least(m.valid_to, coalesce(left_at.at, m.valid_from)) else m.valid_to end as ends_at) w
  left join (${lapses}) lapse on lapse.membership_id = m.id
  cross join lateral (
    select p.begins_at, p.ends_at, p.nth, 1 + coalesce(cardinality(lapse.ended), 0) as parts
    from unnest(array[greatest(m.valid_from, o.created_at)] || lapse.resumed, lapse.ended || array[w.ends_at])
      with ordinality as p (begins_at, ends_at, nth)) part
  where m.seller_id = $1 and (part.ends_at is null or part.ends_at > part.begins_at)`;

type Span = Moments & { readonly timezone: string };
/**
 * $2 and $3 are two moments, and $4 is the seller's time zone. A term that ends at midnight ends on the day that begins
 * then.
 */
const start = "$2::timestamptz";
const end = "$3::timestamptz";
const isValidAt = (moment: string): string =>
  `(t.valid_from < ${moment} and (t.ends_at is null or t.ends_at >= ${moment}))`;
const began = `t.valid_from >= ${start} and t.valid_from < ${end}`;
const wasOver = `t.ends_at >= ${start} and t.ends_at < ${end}`;
const n = (condition: string): string => `count(*) filter (where ${condition})`;
const kinds = ["joined", "renewed", "moved", "given"] as const;

/** Terms that began and ended, by period. The last figure is the change in the number of valid terms. */
export const termsByPeriod = (
  pipeline: Pipeline,
  seller_id: string,
  { first, end: last, timezone }: Span,
  by: Grouping,
): Promise<KeyedFigures[]> =>
  statementWithFreshPlan(
    pipeline,
    `select e.key, array[0, ${kinds.map((kind) => n(`e.kind = '${kind}'`)).join(", ")}, -${n("e.kind = 'ended'")}, -${n("e.kind = 'cancelled'")}, sum(e.n)]::float8[] as figures
     from (
       select ${periodKey(by, "t.valid_from at time zone $4")} as key, t.began as kind, 1 as n from (${terms}) t where ${began}
       union all
       select ${periodKey(by, "t.ends_at at time zone $4")}, t.was_over, -1 from (${terms}) t where ${wasOver}) e
     group by e.key`,
    [seller_id, first.toString(), last.toString(), timezone],
  );

/** The same by level, with the numbers of valid terms before and after. */
export const termsByLevel = (
  pipeline: Pipeline,
  seller_id: string,
  { first, end: last }: Moments,
): Promise<KeyedFigures[]> =>
  statementWithFreshPlan(
    pipeline,
    `select t.ticket_group_id::text as key, array[${n(isValidAt(start))}, ${kinds.map((kind) => n(`${began} and t.began = '${kind}'`)).join(", ")},
       -${n(`${wasOver} and t.was_over = 'ended'`)}, -${n(`${wasOver} and t.was_over = 'cancelled'`)}, ${n(isValidAt(end))}]::float8[] as figures
     from (${terms}) t group by 1`,
    [seller_id, first.toString(), last.toString()],
  );

/** The number of terms that were valid at a moment. */
export const termsValidBefore = async (
  pipeline: Pipeline,
  seller_id: string,
  { first }: Pick<Span, "first">,
): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ n: number }>(
    pipeline,
    `select count(*)::int as n from (${terms}) t cross join (select $2::timestamptz as at) d
     where t.valid_from < d.at and (t.ends_at is null or t.ends_at >= d.at)`,
    [seller_id, first.toString()],
  );
  return row?.n ?? 0;
};

/** Levels by their current names. */
export const readLevelNames = (
  pipeline: Pipeline,
  seller_id: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  statementWithFreshPlan(pipeline, `select id, name from ticket_group where seller_id = $1 and id = any($2::uuid[])`, [
    seller_id,
    ids,
  ]);
