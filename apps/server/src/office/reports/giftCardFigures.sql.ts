import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";
import { periodKey, type ReportedSpan } from "./periodKey.ts";

type MovedAmount = { readonly key: string; readonly amount: number };

/**
 * By period, what the journal alone takes for a voiding and was an adjustment: what staff took off a card that stays in use, less
 * what they gave back to one that they had voided.
 */
export const readTakenOff = (
  pipeline: Pipeline,
  seller_id: string,
  { from, to, by, currency }: ReportedSpan,
): Promise<MovedAmount[]> =>
  statementWithFreshPlan(
    pipeline,
    `select ${periodKey(by, "e.local_day")} as key,
       sum(case when w.act = 'restore' then -l.amount else l.amount end)::bigint as amount
     from gift_card_act w
     join ledger_entry l on l.seller_id = $1 and l.id = w.entry_id
     join journal_entry e on e.seller_id = $1 and e.cause = 'card_adjusted' and e.cause_id = w.entry_id
     where w.seller_id = $1 and (w.act = 'restore' or w.act = 'adjust' and l.amount < 0)
       and e.local_day between $2::date and $3::date and e.currency = $4
     group by 1`,
    [seller_id, from, to, currency],
  );
