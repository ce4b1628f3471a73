import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../db/connections.ts";
import { statement, type Pipeline } from "../../db/statements/statement.ts";

/** The amount removed from a card when it expired and not restored since, as SQL; minor units. */
export const endedAmount = (seller_id: string, account_id: RawBuilder<unknown>): RawBuilder<number> => sql<number>`
  (select coalesce(-sum(e.amount), 0)::bigint
   from gift_card_act w join ledger_entry e on e.seller_id = ${seller_id}::uuid and e.id = w.entry_id
   where w.seller_id = ${seller_id}::uuid and w.account_id = ${account_id} and w.act in ('ended', 'extended'))`;

const isOver = "state = 'active' and balance > 0 and valid_to is not null and valid_to <= app_now()";

/** Sellers with an expired card that still has a balance. */
export const sellersWithEndedCards = async (acrossSellers: Database): Promise<{ readonly slug: string }[]> => {
  const { rows } = await sql<{ slug: string }>`
    select distinct s.slug from ledger_account a join seller s on s.id = a.seller_id
    where a.state = 'active' and a.balance > 0 and a.valid_to is not null and a.valid_to <= app_now() order by s.slug`.execute(
    acrossSellers,
  );
  return rows;
};

/** Expired cards with a balance, earliest expiry first. */
export const expiredCards = async (
  pipeline: Pipeline,
  seller_id: string,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await statement<{ id: string }>(
    pipeline,
    `select id from ledger_account where seller_id = $1 and ${isOver} order by valid_to, id limit $2`,
    [seller_id, limit],
  );
  return rows.map(({ id }) => id);
};

export type EndedCard = { readonly id: string; readonly balance: number; readonly currency: string };

/**
 * Locks a card that is still expired with a balance; undefined if its expiry was moved, or it was spent or voided in the
 * meantime.
 */
export const lockExpiredCard = async (
  pipeline: Pipeline,
  seller_id: string,
  id: string,
): Promise<EndedCard | undefined> => {
  const [row] = await statement<EndedCard>(
    pipeline,
    `select id, balance, currency from ledger_account where seller_id = $1 and id = $2 and ${isOver} for update`,
    [seller_id, id],
  );
  return row;
};

export const insertEnding = async (
  pipeline: Pipeline,
  seller_id: string,
  { entry_id, account_id, reason }: { readonly entry_id: string; readonly account_id: string; readonly reason: string },
): Promise<void> => {
  await statement(
    pipeline,
    `insert into gift_card_act (seller_id, entry_id, account_id, act, reason) values ($1, $2, $3, 'ended', $4)`,
    [seller_id, entry_id, account_id, reason],
  );
};

/** The amount removed from a card when it expired. Read it while the card is locked. */
export const readEndedAmount = async (db: Database, seller_id: string, account_id: string): Promise<number> => {
  const { rows } = await sql<{
    amount: number;
  }>`select ${endedAmount(seller_id, sql`${account_id}::uuid`)} as amount`.execute(db);
  return rows[0]?.amount ?? 0;
};
