import { sql } from "kysely";
import { handlersWhere, isGiftCard } from "@foyer/rules/catalog/handlers.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { endedAmount } from "./endedCards.sql.ts";
import { statementWithFreshPlan } from "../../db/statements/statement.ts";
import { accountState, usableState } from "../../providers/payments/giftcard/ledger.sql.ts";

export type GiftCardDb = Pick<RequestContext, "db" | "seller">;

/** The tickets of an order that are gift cards, with recipient, giver and message. */
export const soldGiftCards = ({ db, seller }: GiftCardDb, order_id: string) =>
  db
    .selectFrom("ticket as t")
    .innerJoin("ticket_group as g", (join) =>
      join.onRef("g.seller_id", "=", "t.seller_id").onRef("g.id", "=", "t.ticket_group_id"),
    )
    .innerJoin("cart as c", (join) => join.onRef("c.seller_id", "=", "t.seller_id").onRef("c.id", "=", "t.cart_id"))
    .innerJoin("ticket_order as o", (join) =>
      join.onRef("o.seller_id", "=", "t.seller_id").onRef("o.id", "=", "t.ticket_order_id"),
    )
    .innerJoin("identity as i", (join) =>
      join.onRef("i.seller_id", "=", "o.seller_id").onRef("i.id", "=", "o.identity_id"),
    )
    .select(["t.id", "t.face_value", "t.valid_to", "t.admit_name", "t.admit_email"])
    .select(["i.first_name as giver_first_name", "i.last_name as giver_last_name"])
    .select(sql<Record<string, unknown> | null>`c.additional_info -> g.id::text`.as("answers"))
    .where("t.seller_id", "=", seller.id)
    .where("t.ticket_order_id", "=", order_id)
    .where("g.handler", "in", handlersWhere(isGiftCard))
    .where("t.state", "in", ["booked", "redeemed"])
    .orderBy("t.id")
    .execute();
export type SoldGiftCard = Awaited<ReturnType<typeof soldGiftCards>>[number];

export const giftCardRowsOfOrders = ({ db, seller }: GiftCardDb, order_ids: readonly string[]) =>
  db
    .selectFrom("ledger_account")
    .innerJoin("ticket as t", (join) =>
      join.onRef("t.seller_id", "=", "ledger_account.seller_id").onRef("t.id", "=", "ledger_account.source_ticket_id"),
    )
    .select(["ledger_account.id", "number", "currency", "balance", "t.id as ticket_id", "t.face_value"])
    .select(["t.ticket_order_id", "t.admit_name", "t.admit_email"])
    .select(usableState(seller.id, "ledger_account").as("state"))
    .where("t.seller_id", "=", seller.id)
    .where("t.ticket_order_id", "=", sql<string>`any(${order_ids}::uuid[])`)
    .orderBy("t.id")
    .execute();

const soldAccounts = ({ db, seller }: GiftCardDb) =>
  db
    .selectFrom("ledger_account")
    .select(["id", "balance", "currency", accountState().as("state")])
    .select((eb) =>
      eb
        .selectFrom("ledger_entry as e")
        .select("e.amount")
        .where("e.seller_id", "=", seller.id)
        .whereRef("e.account_id", "=", "ledger_account.id")
        .where("e.kind", "=", "issue")
        .as("issued"),
    )
    // For an unspent card that has expired, so that it still counts as unspent.
    .select(endedAmount(seller.id, sql`ledger_account.id`).as("ended"))
    .where("seller_id", "=", seller.id)
    .orderBy("id");
export type SoldAccount = Awaited<ReturnType<ReturnType<typeof soldAccounts>["execute"]>>[number];

/** The gift cards that tickets bought. With `lock` they are locked by ascending id. */
export const giftCardsOfTickets = (
  ctx: GiftCardDb,
  ticket_ids: readonly string[],
  mode: "read" | "lock",
): Promise<SoldAccount[]> => {
  const accounts = soldAccounts(ctx).where("source_ticket_id", "=", sql<string>`any(${ticket_ids}::uuid[])`);
  return (mode === "lock" ? accounts.forUpdate() : accounts).execute();
};

/** Locked by ascending id, as everywhere, to avoid deadlocks. */
export const lockGiftCardsOfOrder = (ctx: GiftCardDb, order_id: string) =>
  soldAccounts(ctx)
    .where("source_ticket_id", "in", (eb) =>
      eb
        .selectFrom("ticket as t")
        .select("t.id")
        .where("t.seller_id", "=", ctx.seller.id)
        .where("t.ticket_order_id", "=", order_id),
    )
    .forUpdate()
    .execute();

export const deactivateGiftCard = ({ db, seller }: GiftCardDb, id: string) =>
  db
    .updateTable("ledger_account")
    .set({ state: "inactive" })
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .execute();

/** The recipient of a refund's gift card: the purchaser of the order. */
export const refundCardRecipient = ({ db, seller }: GiftCardDb, identity_id: string) =>
  db
    .selectFrom("identity")
    .select(["email", "first_name"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .executeTakeFirstOrThrow();

export type GiftCardEmailFacts = {
  readonly number: string;
  readonly balance: number;
  readonly currency: string;
  readonly valid_to: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly from: string | null;
  readonly message: string | null;
};

/**
 * The data of a card's e-mail, and its address: first the back office's data, then those of its sale, then those of the
 * purchaser of the refunded order.
 */
export const giftCardEmailFacts = async (
  { db, seller }: GiftCardDb,
  account_id: string,
): Promise<GiftCardEmailFacts | undefined> => {
  const [row] = await statementWithFreshPlan<GiftCardEmailFacts>(
    db,
    `select a.number, a.balance, a.currency, a.valid_to, coalesce(d.name, t.admit_name, r.first_name) as name,
       coalesce(d.email, t.admit_email, r.email) as email, nullif(concat_ws(' ', g.first_name, g.last_name), '') as "from",
       c.additional_info -> t.ticket_group_id::text ->> 'message' as message
     from ledger_account a
     left join desk_gift_card d on d.seller_id = $1 and d.account_id = a.id
     left join ticket t on t.seller_id = $1 and t.id = a.source_ticket_id
     left join cart c on c.seller_id = $1 and c.id = t.cart_id
     left join ticket_order o on o.seller_id = $1 and o.id = t.ticket_order_id
     left join identity g on g.seller_id = $1 and g.id = o.identity_id
     left join lateral (
       select i.first_name, i.email from order_change w
       join ticket_order x on x.seller_id = $1 and x.id = w.ticket_order_id
       join identity i on i.seller_id = $1 and i.id = x.identity_id
       where w.seller_id = $1 and w.gift_card_account_id = a.id limit 1) r on a.source_ticket_id is null
     where a.seller_id = $1 and a.id = $2`,
    [seller.id, account_id],
  );
  return row;
};

/** The numbers of gift cards that an e-mail about a card, its ticket or its order contains. */
export const cardNumbersIn = (
  { db, seller }: GiftCardDb,
  { ref_id }: { readonly ref_id: string },
): Promise<{ readonly number: string; readonly ending: string }[]> =>
  statementWithFreshPlan(
    db,
    `select number, right(normalized, 4) as ending from ledger_account
     where seller_id = $1 and (id = $2 or source_ticket_id = $2
       or source_ticket_id = any (array(select t.id from ticket t where t.seller_id = $1 and t.ticket_order_id = $2)))`,
    [seller.id, ref_id],
  );
