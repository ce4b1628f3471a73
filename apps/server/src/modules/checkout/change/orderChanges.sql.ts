import { sql, type Insertable } from "kysely";
import type { ChangePolicy } from "@foyer/rules/aftersale/changePolicy.ts";
import type { OrderChangeTable } from "../../../db/schema/carts.ts";
import { statement } from "../../../db/statements/statement.ts";
import type { SellerDb } from "../context.ts";

/** Moved sessions are recorded for all their orders at once, when the catalogue is published. */
export type NewOrderChange = Omit<Insertable<OrderChangeTable>, "seller_id" | "created_at" | "kind"> & {
  readonly kind: Exclude<OrderChangeTable["kind"], "session_moved">;
};

export const insertOrderChange = async ({ db, seller }: SellerDb, change: NewOrderChange): Promise<void> => {
  await db
    .insertInto("order_change")
    .values({ ...change, seller_id: seller.id, created_at: sql<string>`app_now()` })
    .execute();
};

export type TicketToAdd = {
  readonly id: string;
  readonly was: string;
  readonly scan_code: string;
  /** The normalised city-pass voucher. */
  readonly voucher: string | null;
};

/** Books the new tickets of a change for its order. Fails if one is no longer held. */
export const bookAddedTickets = async (
  { db, seller }: SellerDb,
  order: { readonly id: string; readonly cart_id: string; readonly order_change_id: string },
  tickets: readonly TicketToAdd[],
): Promise<void> => {
  const moved = await statement<{ id: string }>(
    db,
    `update ticket t set state = 'booked', ticket_order_id = $2, cart_id = $3, added_by = $4, scan_code = w.scan_code, voucher = w.voucher,
       seat_id = coalesce(t.seat_id, kept.seat_id)
     from unnest($5::uuid[], $6::text[], $7::text[], $8::text[]) as w (id, was, scan_code, voucher)
     join ticket own on own.seller_id = $1 and own.id = w.id
     left join ticket kept on kept.seller_id = $1 and kept.id = own.keeps_seat_of
     where t.seller_id = $1 and t.id = w.id and t.state = w.was returning t.id`,
    [
      seller.id,
      order.id,
      order.cart_id,
      order.order_change_id,
      tickets.map(({ id }) => id),
      tickets.map(({ was }) => was),
      tickets.map(({ scan_code }) => scan_code),
      tickets.map(({ voucher }) => voucher),
    ],
  );
  if (moved.length < tickets.length) throw new Error(`${tickets.length - moved.length} new tickets are no longer held`);
};

/** Adds the rules of events that are new in an order. The order keeps its existing rules. */
export const addChangePolicies = async (
  { db, seller }: SellerDb,
  order_id: string,
  policies: Readonly<Record<string, ChangePolicy>>,
): Promise<void> => {
  await statement(
    db,
    `update ticket_order set change_policies = $3::jsonb || change_policies
     where seller_id = $1 and id = $2 and change_policies is not null`,
    [seller.id, order_id, JSON.stringify(policies)],
  );
};

/** The effect of changes on an order's money, and its payments, in minor units. */
export type OrderMoneyRow = {
  readonly ticket_order_id: string;
  /** The price of the tickets that changes added. */
  readonly added: number;
  readonly fees: number;
  readonly gift_cards: number;
  readonly bought: number;
  readonly paid: number;
  /** Includes refunds in progress. */
  readonly refunded: number;
};

export const moneyOfOrders = (
  { db, seller }: SellerDb,
  order_ids: readonly string[],
): Promise<readonly OrderMoneyRow[]> =>
  statement(
    db,
    `select o.id as ticket_order_id, coalesce(c.added, 0)::bigint as added, coalesce(c.fees, 0)::bigint as fees,
       (coalesce(c.gift_cards, 0) + coalesce(f.gift_cards, 0))::bigint as gift_cards, coalesce(p.bought, 0)::bigint as bought,
       coalesce(p.paid, 0)::bigint as paid, coalesce(p.refunded, 0)::bigint as refunded
     from ticket_order o
     left join lateral (select sum(w.added) as added, sum(w.fee) as fees, sum(w.gift_card - w.bonus) as gift_cards
       from order_change w where w.seller_id = $1 and w.ticket_order_id = o.id) c on true
     left join lateral (select sum(case when r.gift_card_account_id is null then r.repaid_elsewhere else r.amount end) as gift_cards from payment m join refund r on r.seller_id = $1 and r.payment_id = m.id
       where m.seller_id = $1 and m.ticket_order_id = o.id and (r.gift_card_account_id is not null or r.repaid_elsewhere is not null)) f on true
     left join lateral (select sum(m.amount) filter (where m.cart_id = o.cart_id) as bought,
         sum(m.amount) filter (where m.cart_id <> o.cart_id) as paid, sum(m.refunded + m.refunding) as refunded
       from payment m where m.seller_id = $1 and m.ticket_order_id = o.id and m.state in ('captured', 'refunded')) p on true
     where o.seller_id = $1 and o.id = any($2::uuid[])`,
    [seller.id, order_ids],
  );

/** Uses no stronger lock, because new tickets refer to the ones whose places they take over. */
export const lockRemainingTickets = (
  { db, seller }: SellerDb,
  order_ids: readonly string[],
): Promise<readonly { id: string; state: "booked" | "redeemed" }[]> =>
  statement(
    db,
    `select id, state from ticket where seller_id = $1 and ticket_order_id = any($2::uuid[]) and state in ('booked', 'redeemed')
     order by id for no key update`,
    [seller.id, order_ids],
  );
