import { statement, statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

/** The facts about a card that its changes depend on. */
export type LockedCard = {
  readonly id: string;
  readonly number: string;
  readonly normalized: string;
  readonly balance: number;
  readonly currency: string;
  /** As stored: a card past its end is `active` too. */
  readonly state: "active" | "inactive";
  readonly valid_to: string | null;
};

/** Locks a card: payments, refunds and cancellations of its sale wait, and then see the change. */
export const lockCard = async (pipeline: Pipeline, seller_id: string, id: string): Promise<LockedCard | undefined> => {
  const [row] = await statement<LockedCard>(
    pipeline,
    `select id, number, normalized, balance, currency, state, valid_to from ledger_account
     where seller_id = $1 and id = $2 for update`,
    [seller_id, id],
  );
  return row;
};

/** Counts the changes of a card so far. Behind its lock no change is added. */
export const countOfChanges = async (
  pipeline: Pipeline,
  seller_id: string,
  id: string,
): Promise<{ readonly entries: number; readonly numbers: number }> => {
  const [row] = await statement<{ entries: number; numbers: number }>(
    pipeline,
    `select (select count(*) from ledger_entry where seller_id = $1 and account_id = $2)::int as entries,
       (select count(*) from replaced_gift_card_number where seller_id = $1 and account_id = $2)::int as numbers`,
    [seller_id, id],
  );
  return row ?? { entries: 0, numbers: 0 };
};

export type NewCardAct = {
  readonly entry_id: string;
  readonly account_id: string;
  readonly act: "adjust" | "void" | "restore" | "extended";
  readonly staff_id: string;
  readonly reason: string;
};

export const insertAct = async (pipeline: Pipeline, seller_id: string, act: NewCardAct): Promise<void> => {
  await statement(
    pipeline,
    `insert into gift_card_act (seller_id, entry_id, account_id, act, staff_id, reason) values ($1, $2, $3, $4, $5, $6)`,
    [seller_id, act.entry_id, act.account_id, act.act, act.staff_id, act.reason],
  );
};

export const setCardState = async (
  pipeline: Pipeline,
  seller_id: string,
  { id, state }: Pick<LockedCard, "id" | "state">,
): Promise<void> => {
  await statement(pipeline, `update ledger_account set state = $3 where seller_id = $1 and id = $2`, [
    seller_id,
    id,
    state,
  ]);
};

/** Moves the end of a card; null for no end. */
export const setCardEnd = async (
  pipeline: Pipeline,
  seller_id: string,
  { id, valid_to }: Pick<LockedCard, "id" | "valid_to">,
): Promise<void> => {
  await statement(pipeline, `update ledger_account set valid_to = $3 where seller_id = $1 and id = $2`, [
    seller_id,
    id,
    valid_to,
  ]);
};

/** Gives a card another number, and stores the old one separately, which can no longer pay. */
export const setCardNumber = async (
  pipeline: Pipeline,
  seller_id: string,
  {
    card,
    number,
    normalized,
    staff_id,
    reason,
  }: {
    readonly card: Pick<LockedCard, "id" | "normalized">;
    readonly number: string;
    readonly normalized: string;
    readonly staff_id: string;
    readonly reason: string;
  },
): Promise<void> => {
  await statement(
    pipeline,
    `insert into replaced_gift_card_number (seller_id, normalized, account_id, staff_id, reason) values ($1, $2, $3, $4, $5)`,
    [seller_id, card.normalized, card.id, staff_id, reason],
  );
  await statement(pipeline, `update ledger_account set number = $3, normalized = $4 where seller_id = $1 and id = $2`, [
    seller_id,
    card.id,
    number,
    normalized,
  ]);
};

/**
 * The amount removed by voiding since any other change by staff, if it can be restored: the ticket that bought the card is
 * valid. A card that got money back after it was voided may have been voided again. Read it behind the card's lock, which
 * cancelling the sale takes too.
 */
export const restorableOf = async (pipeline: Pipeline, seller_id: string, id: string): Promise<number | undefined> => {
  const [row] = await statement<{ amount: number }>(
    pipeline,
    `select sum(-e.amount)::bigint as amount from ledger_account a
     join gift_card_act w on w.seller_id = $1 and w.account_id = a.id and w.act = 'void'
       and not exists (select from gift_card_act x where x.seller_id = $1 and x.account_id = a.id
         and x.act <> 'void' and (x.created_at, x.entry_id) > (w.created_at, w.entry_id))
     join ledger_entry e on e.seller_id = $1 and e.id = w.entry_id
     left join ticket t on t.seller_id = $1 and t.id = a.source_ticket_id
     where a.seller_id = $1 and a.id = $2 and a.state = 'inactive'
       and (a.source_ticket_id is null or t.state in ('booked', 'redeemed'))
     group by a.id`,
    [seller_id, id],
  );
  return row?.amount;
};

export type MovementRow = {
  readonly id: string;
  readonly at: string;
  readonly kind: "issue" | "debit" | "capture" | "release" | "refund" | "adjust";
  readonly act: NewCardAct["act"] | "ended" | null;
  readonly amount: number;
  readonly order_number: number | null;
  readonly by: string | null;
  readonly reason: string | null;
  /** The reservation of a payment in progress. */
  readonly is_open: boolean;
};

/** The newest entries of a card, in ascending order. */
export const movementsOfCard = (
  pipeline: Pipeline,
  seller_id: string,
  { id, limit }: { readonly id: string; readonly limit: number },
): Promise<MovementRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select e.id, e.created_at as at, e.kind, w.act, e.amount, o.order_number, s.name as by, w.reason,
       e.kind = 'debit' and not exists (select from ledger_entry x where x.seller_id = $1 and x.payment_id = e.payment_id
         and x.kind in ('capture', 'release')) as is_open
     from (select id, created_at, kind, amount, payment_id from ledger_entry
       where seller_id = $1 and account_id = $2 order by created_at desc, id limit $3) e
     left join gift_card_act w on w.seller_id = $1 and w.entry_id = e.id
     left join staff s on s.id = w.staff_id
     left join payment p on p.seller_id = $1 and p.id = e.payment_id
     left join ticket_order o on o.seller_id = $1 and o.id = p.ticket_order_id
     order by e.created_at, e.kind <> 'issue', e.id`,
    [seller_id, id, limit],
  );

/** The sum of all entries of a card. */
export const sumOfEntries = async (pipeline: Pipeline, seller_id: string, id: string): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ amount: number }>(
    pipeline,
    `select coalesce(sum(amount), 0)::bigint as amount from ledger_entry where seller_id = $1 and account_id = $2`,
    [seller_id, id],
  );
  return row?.amount ?? 0;
};

export type ReplacedRow = {
  readonly ending: string;
  readonly at: string;
  readonly by: string;
  readonly reason: string;
};

export const replacedNumbers = (pipeline: Pipeline, seller_id: string, id: string): Promise<ReplacedRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select right(r.normalized, 4) as ending, r.created_at as at, s.name as by, r.reason
     from replaced_gift_card_number r join staff s on s.id = r.staff_id
     where r.seller_id = $1 and r.account_id = $2 order by r.created_at limit 100`,
    [seller_id, id],
  );

/** E-mails about a card, oldest first. The first one of a sold card refers to its ticket. */
export const emailsOfCard = (
  pipeline: Pipeline,
  seller_id: string,
  ids: readonly string[],
): Promise<{ readonly state: string; readonly at: string }[]> =>
  statementWithFreshPlan(
    pipeline,
    `select state, created_at as at from outbox where seller_id = $1 and kind = 'gift_card' and ref_id = any($2::uuid[])
     order by created_at, id limit 100`,
    [seller_id, ids],
  );
