import { inOneTrip, statement, type Pipeline } from "../../db/statements/statement.ts";

/** $2: the cart of the change. $3: the order's. */
const codesOfBoth = `select x.code_id from cart_code x where x.seller_id = $1 and x.cart_id = $2 and x.is_applied
  and exists (select from cart_code y where y.seller_id = $1 and y.cart_id = $3 and y.code_id = x.code_id and y.is_applied)`;
const lockCodes = `select id from code where seller_id = $1 and id in (${codesOfBoth}) order by id for update`;
const lockCodeGroups = `
  select id from code_group where seller_id = $1 and id in (
    select code_group_id from code where seller_id = $1 and id in (${codesOfBoth})) order by id for update`;

/** Runs first, while both carts still have their codes. */
const countOnce = `
  with twice as (${codesOfBoth}),
  codes as (
    update code k set used = k.used - 1 from twice where k.seller_id = $1 and k.id = twice.code_id returning k.code_group_id),
  counts as (select code_group_id as id, count(*) as n from codes group by 1)
  update code_group g set used = g.used - counts.n from counts where g.seller_id = $1 and g.id = counts.id`;

const copyCodes = `
  insert into cart_code (seller_id, cart_id, code_id, is_applied, created_at)
  select x.seller_id, $3::uuid, x.code_id, x.is_applied, x.created_at from cart_code x where x.seller_id = $1 and x.cart_id = $2
  on conflict (cart_id, code_id, seller_id) do update set is_applied = cart_code.is_applied or excluded.is_applied`;
const copyDiscounts = `
  insert into cart_discount (seller_id, cart_id, discount_id, amount)
  select x.seller_id, $3::uuid, x.discount_id, x.amount from cart_discount x where x.seller_id = $1 and x.cart_id = $2
  on conflict (cart_id, discount_id, seller_id) do update set amount = cart_discount.amount + excluded.amount`;
const deleteCodes = "delete from cart_code where seller_id = $1 and cart_id = $2";
const deleteDiscounts = "delete from cart_discount where seller_id = $1 and cart_id = $2";

/** The caller has locked both carts, and has locked sessions and groups before codes. */
export const moveCodesOfCart = async (
  pipeline: Pipeline,
  seller_id: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  const ofBoth = [lockCodes, lockCodeGroups, countOnce, copyCodes, copyDiscounts];
  await inOneTrip(pipeline, (pipeline) =>
    Promise.all([
      ...ofBoth.map((text) => statement(pipeline, text, [seller_id, from, to])),
      ...[deleteCodes, deleteDiscounts].map((text) => statement(pipeline, text, [seller_id, from])),
    ]),
  );
};
