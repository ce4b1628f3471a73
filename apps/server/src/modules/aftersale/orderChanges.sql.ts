import type { OrderChangeTable } from "../../db/schema/carts.ts";
import { sql } from "kysely";
import type { RequestContext } from "../../http/requestContext.ts";
import { statement, type Pipeline } from "../../db/statement.ts";

type Db = Pick<RequestContext, "db" | "seller">;

/** A captured payment of an order. `left`: what can still go back, without what is disputed. Minor units. */
export type RefundablePayment = {
  readonly payment_id: string;
  readonly gateway_id: string;
  readonly left: number;
  /** The number of the gift card that paid; null for other means. */
  readonly gift_card_number: string | null;
};

/** Cards before gift cards, the earliest first. */
export const refundablePayments = (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<RefundablePayment[]> =>
  statement(
    pipeline,
    `select p.id as payment_id, p.gateway_id,
       greatest(0, p.amount - p.refunded - p.refunding - coalesce((
         select sum(a.amount) from payment_audit a where a.seller_id = p.seller_id and a.payment_id = p.id and a.audit_action = 'dispute_opened'
           and not exists (select from payment_audit b where b.seller_id = a.seller_id and b.payment_id = a.payment_id
             and b.provider_ref = a.provider_ref and b.audit_action = 'dispute_closed' and b.amount = 0)), 0))::bigint as left,
       g.number as gift_card_number
     from payment p
     left join lateral (select a.number from ledger_entry e join ledger_account a on a.seller_id = e.seller_id and a.id = e.account_id
       where e.seller_id = p.seller_id and e.payment_id = p.id order by e.created_at limit 1) g on true
     where p.seller_id = $1 and p.ticket_order_id = $2 and p.state in ('captured', 'refunded')
     order by g.number is not null, p.created_at, p.id`,
    [seller_id, order_id],
  );

/** What changes of an order have turned into gift cards, without their bonus. Minor units. */
export const movedToGiftCards = async ({ db, seller }: Db, order_id: string): Promise<number> => {
  const { rows } = await sql<{ moved: number }>`
    select coalesce(sum(gift_card - bonus), 0)::bigint as moved from order_change
    where seller_id = ${seller.id}::uuid and ticket_order_id = ${order_id}::uuid`.execute(db);
  return rows[0]?.moved ?? 0;
};

export const insertOrderChange = async (
  { db, seller }: Db,
  change: Omit<OrderChangeTable, "seller_id" | "created_at">,
): Promise<void> => {
  await db
    .insertInto("order_change")
    .values({ ...change, seller_id: seller.id, created_at: sql<string>`app_now()` })
    .execute();
};

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
