import { sql, type Insertable } from "kysely";
import type { OrderChangeTable } from "../../db/schema/carts.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { statement, type Pipeline } from "../../db/statement.ts";

type Db = Pick<RequestContext, "db" | "seller">;

export const insertOrderChange = async (
  { db, seller }: Db,
  change: Omit<Insertable<OrderChangeTable>, "seller_id" | "created_at">,
): Promise<void> => {
  await db
    .insertInto("order_change")
    .values({ ...change, seller_id: seller.id, created_at: sql<string>`app_now()` })
    .execute();
};

type Handover = {
  readonly id: string;
  readonly kind: "send" | "take_back";
  readonly actor: OrderChangeTable["actor"];
  readonly tickets: number;
};

/** Tickets of an order go to somebody else or back, with no money. */
export const insertHandover = (ctx: Db, { id }: { readonly id: string }, handover: Handover): Promise<void> =>
  insertOrderChange(ctx, {
    ...handover,
    ticket_order_id: id,
    value: 0,
    fee: 0,
    refund: 0,
    gift_card: 0,
    bonus: 0,
    gift_card_account_id: null,
  });

export type ChangeRow = {
  readonly id: string;
  readonly created_at: string;
  readonly kind: OrderChangeTable["kind"];
  readonly value: number;
  readonly gift_card: number;
  readonly gift_card_number: string | null;
  readonly tickets: number;
};

/** The changes of an order, the earliest first. */
export const changesOfOrder = (pipeline: Pipeline, seller_id: string, order_id: string): Promise<ChangeRow[]> =>
  statement(
    pipeline,
    `select c.id, c.created_at, c.kind, c.tickets, c.value, c.gift_card, a.number as gift_card_number
     from order_change c
     left join ledger_account a on a.seller_id = c.seller_id and a.id = c.gift_card_account_id
     where c.seller_id = $1 and c.ticket_order_id = $2 order by c.created_at, c.id`,
    [seller_id, order_id],
  );

export type OrderRefundRow = {
  readonly created_at: string;
  readonly amount: number;
  readonly state: "created" | "pending" | "succeeded" | "failed";
  readonly payment_id: string;
};

/** Every refund of an order's payments, the earliest first. */
export const refundsOfOrder = (pipeline: Pipeline, seller_id: string, order_id: string): Promise<OrderRefundRow[]> =>
  statement(
    pipeline,
    `select r.created_at, r.amount, r.state, r.payment_id
     from payment p join refund r on r.seller_id = p.seller_id and r.payment_id = p.id
     where p.seller_id = $1 and p.ticket_order_id = $2 order by r.created_at, r.id`,
    [seller_id, order_id],
  );

export const purchaserOfOrder = ({ db, seller }: Db, identity_id: string) =>
  db
    .selectFrom("identity")
    .select("email")
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .executeTakeFirstOrThrow();
