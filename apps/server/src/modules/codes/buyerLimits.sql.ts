import { statement, type Pipeline } from "../../db/statements/statement.ts";

type CartId = { readonly cart_id: string };

const limitedGroupsForUpdate = `
  select g.id from code_group g
  where g.seller_id = $1 and g.max_uses_each >= 0 and g.id in (
    select k.code_group_id from cart_code x join code k on k.seller_id = x.seller_id and k.id = x.code_id
    where x.seller_id = $1 and x.cart_id = $2 and x.is_applied)
  order by g.id for update`;

/** Locks, after the cart, the groups of its applied codes that limit each buyer's uses. */
export const lockBuyerLimits = async (
  pipeline: Pipeline,
  seller_id: string,
  { cart_id }: CartId,
): Promise<readonly string[]> => {
  const groups = await statement<{ id: string }>(pipeline, limitedGroupsForUpdate, [seller_id, cart_id]);
  return groups.map(({ id }) => id);
};

/**
 * A code of the cart that its purchaser has used too often, counting orders and carts with a payment in progress.
 * Purchasers are compared by their normalised e-mail address.
 */
export const overusedCode = async (
  pipeline: Pipeline,
  seller_id: string,
  { cart_id, group_ids }: CartId & { readonly group_ids: readonly string[] },
): Promise<{ readonly id: string; readonly code: string } | undefined> => {
  const [found] = await statement<{ id: string; code: string }>(
    pipeline,
    `with own as (
       select k.id, k.code, k.code_group_id, count(*) over (partition by k.code_group_id) as uses
       from cart_code x join code k on k.seller_id = x.seller_id and k.id = x.code_id
       where x.seller_id = $1 and x.cart_id = $2 and x.is_applied and k.code_group_id = any($3::uuid[])),
     others as (
       select c.id from cart mine
       join identity me on me.seller_id = mine.seller_id and me.id = mine.purchaser_identity_id and me.email is not null
       join identity same on same.seller_id = $1 and same.email is not null and normalized_email(same.email) = normalized_email(me.email)
       join cart c on c.seller_id = same.seller_id and c.purchaser_identity_id = same.id
       where mine.seller_id = $1 and mine.id = $2 and c.id <> mine.id
         and (c.state = 'completed' or (c.state = 'pending' and c.leased_until > app_now())))
     select own.id, own.code from own
     join code_group g on g.seller_id = $1 and g.id = own.code_group_id
     where own.uses + (
       select count(*) from others join cart_code x on x.seller_id = $1 and x.cart_id = others.id and x.is_applied
       join code k on k.seller_id = $1 and k.id = x.code_id and k.code_group_id = own.code_group_id) > g.max_uses_each
     order by own.id limit 1`,
    [seller_id, cart_id, group_ids],
  );
  return found;
};
