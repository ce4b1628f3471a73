import { statement, type Pipeline } from "../../db/statements/statement.ts";

const codesOfCart = `select x.code_id from cart_code x where x.seller_id = $1 and x.cart_id = $2 and x.is_applied`;
const lockCodes = `select id from code where seller_id = $1 and id in (${codesOfCart}) order by id for update`;
const lockCodeGroups = `
  select id from code_group where seller_id = $1 and id in (
    select code_group_id from code where seller_id = $1 and id in (${codesOfCart})) order by id for update`;

const returnUses = `
  with returned as (
    update cart_code set is_applied = false where seller_id = $1 and cart_id = $2 and is_applied returning code_id),
  codes as (
    update code k set used = k.used - 1 from returned where k.seller_id = $1 and k.id = returned.code_id returning k.code_group_id),
  counts as (select code_group_id as id, count(*) as n from codes group by 1)
  update code_group g set used = g.used - counts.n from counts where g.seller_id = $1 and g.id = counts.id`;

/**
 * Gives back the uses of an order's codes, because none of its tickets is left. The caller has locked the cart, and has
 * locked sessions and groups before codes.
 */
export const returnUsesOfCodes = async (pipeline: Pipeline, seller_id: string, cart_id: string): Promise<void> => {
  await statement(pipeline, lockCodes, [seller_id, cart_id]);
  await statement(pipeline, lockCodeGroups, [seller_id, cart_id]);
  await statement(pipeline, returnUses, [seller_id, cart_id]);
};
