import type { CardActSums } from "@foyer/rules/reports/cardActs.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";
import { isWithin, momentsWithin, periodKey, type ReportedSpan } from "../periodKey.ts";

/**
 * Figures by period that are not in the journal: adjustments by staff to active cards, less what they restored to voided
 * ones, what was left on cards when they ended, and what came back when their end was moved.
 */
export const readCardActs = (
  pipeline: Pipeline,
  seller_id: string,
  { by, currency, ...span }: ReportedSpan,
): Promise<(CardActSums & { readonly key: string })[]> =>
  statementWithFreshPlan(
    pipeline,
    `select ${periodKey(by, "e.local_day")} as key,
       coalesce(sum(case w.act when 'restore' then -l.amount when 'adjust' then l.amount end), 0)::bigint as adjusted,
       coalesce(sum(l.amount) filter (where w.act = 'ended'), 0)::bigint as ended,
       coalesce(sum(l.amount) filter (where w.act = 'extended'), 0)::bigint as extended
     from gift_card_act w
     join ledger_entry l on l.seller_id = $1 and l.id = w.entry_id
     join journal_entry e on e.seller_id = $1 and e.cause = 'card_adjusted' and e.cause_id = w.entry_id
     where w.seller_id = $1 and (w.act in ('restore', 'ended', 'extended') or w.act = 'adjust' and l.amount < 0)
       and e.local_day between $2::date and $3::date and e.currency = $4 and ${isWithin("$5", "$6")}
     group by 1`,
    [seller_id, span.from, span.to, currency, ...momentsWithin(span)],
  );
