import { postEntry, accountState } from "../../providers/payments/giftcard/ledger.sql.ts";
import { deactivateGiftCard, type GiftCardDb } from "./giftCards.sql.ts";

/** A seller's gift card by its normalised number, in any ledger. */
export const giftCardByNumber = ({ db, seller }: GiftCardDb, normalized: string) =>
  db
    .selectFrom("ledger_account")
    .select(["id", "number", "balance", "currency", "valid_to", accountState().as("state")])
    .where("seller_id", "=", seller.id)
    .where("normalized", "=", normalized)
    .executeTakeFirst();

export const giftCardEntries = ({ db, seller }: GiftCardDb, account_id: string) =>
  db
    .selectFrom("ledger_entry")
    .select(["created_at", "kind", "amount", "payment_id"])
    .where("seller_id", "=", seller.id)
    .where("account_id", "=", account_id)
    .orderBy("created_at")
    .execute();

/** Gift cards for manual review: partly spent when their sale was refunded, or refunded to after deactivation. */
export const giftCardsForReview = ({ db, seller }: GiftCardDb) =>
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
    .select([accountState().as("state"), "o.order_number"])
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
              .where("x.seller_id", "=", seller.id)
              .whereRef("x.account_id", "=", "ledger_account.id")
              .where("x.kind", "=", "adjust"),
          ),
        ),
      ]),
    )
    .orderBy("ledger_account.created_at")
    .execute();

/** Deactivates a gift card, removes its balance and returns it. */
export const closeGiftCard = async (ctx: GiftCardDb, id: string): Promise<number> => {
  const { balance } = await ctx.db
    .selectFrom("ledger_account")
    .select("balance")
    .where("seller_id", "=", ctx.seller.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await deactivateGiftCard(ctx, id);
  await postEntry(ctx.db, ctx.seller.id, { account_id: id, kind: "adjust", amount: -balance });
  return balance;
};
