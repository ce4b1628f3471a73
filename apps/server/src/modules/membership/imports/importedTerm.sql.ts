import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** Those of these numbers that are or were a card's: the number of a lost card stays refused. */
export const takenMemberNumbers = async (
  pipeline: Pipeline,
  seller_id: string,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (numbers.length === 0) return new Set();
  const rows = await statementWithFreshPlan<{ number: string }>(
    pipeline,
    `select n.number from unnest($2::text[]) as n (number)
     where exists (select from membership m where m.seller_id = $1 and m.member_number = n.number)
       or exists (select from membership m where m.seller_id = $1 and m.scan_code = n.number)
       or exists (select from replaced_code r where r.seller_id = $1 and r.code_hash = sha256(convert_to(n.number, 'UTF8')))
       or exists (select from plastic_card k where k.seller_id = $1 and k.member_number = n.number)`,
    [seller_id, numbers],
  );
  return new Set(rows.map(({ number }) => number));
};

/** Gives the memberships of a new order the term and number that they had in the imported data. */
export const setImportedTerm = async (
  pipeline: Pipeline,
  seller_id: string,
  term: {
    readonly ticket_order_id: string;
    readonly valid_from: string;
    readonly valid_to: string;
    readonly member_number: string | null;
  },
): Promise<void> => {
  await statementWithFreshPlan(
    pipeline,
    `update membership set valid_from = $3, valid_to = $4, member_number = coalesce($5, member_number)
     where seller_id = $1 and ticket_order_id = $2`,
    [seller_id, term.ticket_order_id, term.valid_from, term.valid_to, term.member_number],
  );
};
