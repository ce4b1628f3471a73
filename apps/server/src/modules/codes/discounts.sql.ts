import { eachKeyOf, statement, type Pipeline } from "../../db/statements/statement.ts";
import type { CartDiscount, DiscountRow, CartDiscountAmount } from "./code.ts";

const columns = `d.id, d.name, d.description, d.code_group_ids, d.benefit, d.per, d.scopes, d.min_tickets, d.max_tickets,
  d.valid_from, d.valid_to, d.visit_from, d.visit_until, d.stacking, app_now() as now,
  array(select g.key from code_group g where g.seller_id = $1 and g.id = any(d.code_group_ids) order by g.rank, g.id) as group_keys`;

/** The seller's discounts, in the order in which they apply. */
export const activeDiscountRows = (pipeline: Pipeline, seller_id: string): Promise<DiscountRow[]> =>
  statement(
    pipeline,
    `select ${columns} from discount d where d.seller_id = $1 and not d.retired order by d.rank, d.id`,
    [seller_id],
  );

/** The discounts of carts as they were last computed. Reads by keys only, whatever the statistics say. */
export const cartDiscountRows = (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<CartDiscount[]> =>
  statement(
    pipeline,
    `select x.cart_id, x.amount, ${columns}
     from ${eachKeyOf(2, "uuid")}
     cross join lateral (select * from cart_discount where cart_id = asked.key and seller_id = $1 offset 0) x
     cross join lateral (select * from discount where seller_id = $1 and id = x.discount_id offset 0) d
     order by d.rank, d.id`,
    [seller_id, cart_ids],
  );

export const upsertCartDiscounts = async (
  pipeline: Pipeline,
  seller_id: string,
  shares: readonly CartDiscountAmount[],
): Promise<void> => {
  if (shares.length === 0) return;
  await statement(
    pipeline,
    `insert into cart_discount as x (seller_id, cart_id, discount_id, amount)
     select $1, w.cart_id, w.discount_id, w.amount from unnest($2::uuid[], $3::uuid[], $4::bigint[]) as w (cart_id, discount_id, amount)
     on conflict (cart_id, discount_id, seller_id) do update set amount = excluded.amount`,
    [
      seller_id,
      shares.map((share) => share.cart_id),
      shares.map((share) => share.discount_id),
      shares.map((share) => share.amount),
    ],
  );
};

export const deleteCartDiscounts = async (
  pipeline: Pipeline,
  seller_id: string,
  shares: readonly Omit<CartDiscountAmount, "amount">[],
): Promise<void> => {
  if (shares.length === 0) return;
  await statement(
    pipeline,
    `delete from cart_discount x using unnest($2::uuid[], $3::uuid[]) as w (cart_id, discount_id)
     where x.seller_id = $1 and x.cart_id = w.cart_id and x.discount_id = w.discount_id`,
    [seller_id, shares.map((share) => share.cart_id), shares.map((share) => share.discount_id)],
  );
};
