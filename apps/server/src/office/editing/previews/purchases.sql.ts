import { sql } from "kysely";
import type { Database } from "../../../db/connections.ts";

export type PurchaseRow = {
  readonly id: string;
  readonly begun_at: string;
  readonly tickets: number;
  readonly has_purchaser: boolean;
  /** The state of the newest payment. */
  readonly payment_state: string | null;
  readonly payment_failure: string | null;
  readonly order_number: number | null;
  readonly subject: string | null;
};

const maxPurchases = 5;

/** The newest carts of a preview, with what became of each. The caller has checked that the preview is theirs. */
export const newestPurchases = async (acrossSellers: Database, preview_id: string): Promise<PurchaseRow[]> => {
  const of = sql`${preview_id}::uuid`;
  const { rows } = await sql<PurchaseRow>`
    select c.id, c.created_at as begun_at, c.purchaser_identity_id is not null as has_purchaser, o.order_number,
      (select count(*)::int from ticket t where t.seller_id = ${of} and t.cart_id = c.id) as tickets,
      p.state as payment_state, p.failure as payment_failure,
      (select m.message ->> 'subject' from outbox m
        where m.seller_id = ${of} and m.kind = 'order_confirmation' and m.ref_id = o.id order by m.created_at limit 1) as subject
    from (select id, created_at, purchaser_identity_id from cart where seller_id = ${of} and changes_order_id is null
      order by created_at desc, id limit ${maxPurchases}) c
    left join ticket_order o on o.seller_id = ${of} and o.cart_id = c.id
    left join lateral (select state, failure from payment where seller_id = ${of} and cart_id = c.id
      order by created_at desc, id desc limit 1) p on true
    order by c.created_at desc, c.id`.execute(acrossSellers);
  return rows;
};
