import { statementWithFreshPlan, type Pipeline } from "../../db/statement.ts";

/** $2: the cart of the change. $3: the order's. */
const codesOfBoth = `select x.code_id from cart_code x where x.seller_id = $1 and x.cart_id = $2 and x.is_applied
  and exists (select from cart_code y where y.seller_id = $1 and y.cart_id = $3 and y.code_id = x.code_id and y.is_applied)`;
const lockCodes = `select id from code where seller_id = $1 and id in (${codesOfBoth}) order by id for update`;
const lockCodeGroups = `
  select id from code_group where seller_id = $1 and id in (
    select code_group_id from code where seller_id = $1 and id in (${codesOfBoth})) order by id for update`;

const moveCodes = `
  with twice as (${codesOfBoth}),
  taken as (delete from cart_code where seller_id = $1 and cart_id = $2 returning code_id, is_applied, created_at),
  moved as (
    insert into cart_code (seller_id, cart_id, code_id, is_applied, created_at)
    select $1, $3, code_id, is_applied, created_at from taken
    on conflict (cart_id, code_id, seller_id) do update set is_applied = cart_code.is_applied or excluded.is_applied),
  codes as (
    update code k set used = k.used - 1 from twice where k.seller_id = $1 and k.id = twice.code_id returning k.code_group_id),
  counts as (select code_group_id as id, count(*) as n from codes group by 1)
  update code_group g set used = g.used - counts.n from counts where g.seller_id = $1 and g.id = counts.id`;

const moveDiscounts = `
  with taken as (delete from cart_discount where seller_id = $1 and cart_id = $2 returning discount_id, amount)
  insert into cart_discount (seller_id, cart_id, discount_id, amount)
  select $1, $3, discount_id, amount from taken
  on conflict (cart_id, discount_id, seller_id) do update set amount = cart_discount.amount + excluded.amount`;

/** The caller has locked both carts, and sessions and groups before codes. */
export const moveCodesOfCart = async (
  pipeline: Pipeline,
  seller_id: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  const carts = [seller_id, from, to];
  await statementWithFreshPlan(pipeline, lockCodes, carts);
  await statementWithFreshPlan(pipeline, lockCodeGroups, carts);
  await statementWithFreshPlan(pipeline, moveCodes, carts);
  await statementWithFreshPlan(pipeline, moveDiscounts, carts);
};
