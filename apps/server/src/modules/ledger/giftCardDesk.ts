import { moveMoney, stateNow } from "../../outside/payments/ledgerBook.ts";
import { putOutOfUse, type Db } from "./ledger.sql.ts";

/** A seller's card by its folded number, whatever ledger it belongs to. */
export const knownAccount = ({ db, seller }: Db, folded: string) =>
  db
    .selectFrom("ledger_account")
    .select(["id", "number", "balance", "currency", "valid_to", stateNow().as("state")])
    .where("seller_id", "=", seller.id)
    .where("folded", "=", folded)
    .executeTakeFirst();

export const entriesOf = ({ db, seller }: Db, account_id: string) =>
  db
    .selectFrom("ledger_entry")
    .select(["created_at", "kind", "amount", "payment_id"])
    .where("seller_id", "=", seller.id)
    .where("account_id", "=", account_id)
    .orderBy("created_at")
    .execute();

/**
 * Cards that a person has to look at: their sale was given back and nobody has closed them, as they were spent from; or
 * money came back to one that is out of use.
 */
export const accountsToLookAt = ({ db, seller }: Db) =>
  db
    .selectFrom("ledger_account")
    .innerJoin("ledger_entry as e", (join) =>
      join
        .onRef("e.seller_id", "=", "ledger_account.seller_id")
        .onRef("e.account_id", "=", "ledger_account.id")
        .on("e.kind", "=", "issue"),
    )
    .leftJoin("ticket as t", (join) =>
      join.onRef("t.seller_id", "=", "ledger_account.seller_id").onRef("t.id", "=", "ledger_account.source_ticket_id"),
    )
    .leftJoin("ticket_order as o", (join) =>
      join.onRef("o.seller_id", "=", "t.seller_id").onRef("o.id", "=", "t.ticket_order_id"),
    )
    .select(["ledger_account.id", "number", "ledger_account.currency", "balance", "e.amount as issued"])
    .select([stateNow().as("state"), "o.order_number"])
    .where("ledger_account.seller_id", "=", seller.id)
    .where("ledger_account.state", "=", "inactive")
    .where((eb) =>
      eb.or([
        eb("balance", ">", 0),
        eb.not(
          eb.exists(
            eb
              .selectFrom("ledger_entry as x")
              .select("x.id")
              .whereRef("x.seller_id", "=", "ledger_account.seller_id")
              .whereRef("x.account_id", "=", "ledger_account.id")
              .where("x.kind", "=", "adjust"),
          ),
        ),
      ]),
    )
    .orderBy("ledger_account.created_at")
    .execute();

/** Out of use for good, and nothing left on it; answers with what was taken off. */
export const closeAccount = async (at: Db, id: string): Promise<number> => {
  const { balance } = await at.db
    .selectFrom("ledger_account")
    .select("balance")
    .where("seller_id", "=", at.seller.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await putOutOfUse(at, id);
  await moveMoney(at.db, at.seller.id, { account_id: id, kind: "adjust", amount: -balance });
  return balance;
};
