import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** What a hold lost when it was released after a payment for it had begun. */
export type ReleasedWithHold = {
  /** In the order in which they were entered. */
  readonly codes: readonly { readonly code_id: string; readonly is_applied: boolean }[];
  readonly discounts: readonly { readonly discount_id: string; readonly amount: number }[];
  readonly uses: readonly { readonly ticket_id: string; readonly membership_id: string }[];
};

/** The same for a cart `c`, as an expression of the statement that releases it. */
export const releasedWithHold = `jsonb_build_object(
  'codes', coalesce((select jsonb_agg(jsonb_build_object('code_id', x.code_id, 'is_applied', x.is_applied) order by x.created_at, x.code_id)
    from cart_code x where x.seller_id = $1 and x.cart_id = c.id), '[]'),
  'discounts', coalesce((select jsonb_agg(jsonb_build_object('discount_id', x.discount_id, 'amount', x.amount))
    from cart_discount x where x.seller_id = $1 and x.cart_id = c.id), '[]'),
  'uses', coalesce((select jsonb_agg(jsonb_build_object('ticket_id', u.ticket_id, 'membership_id', u.membership_id))
    from ticket t join allowance_use u on u.seller_id = t.seller_id and u.ticket_id = t.id
    where t.seller_id = $1 and t.cart_id = c.id and t.state in ('held', 'in_cart')), '[]'))`;

export type ReleasedHold = ReleasedWithHold & {
  readonly identity_id: string;
  /** Normalised codes. */
  readonly normalized: readonly string[];
  readonly code_group_ids: readonly string[];
  /** The current owners of the memberships. */
  readonly members: readonly { readonly membership_id: string; readonly identity_id: string | null }[];
};

export const readReleasedHold = async (
  pipeline: Pipeline,
  seller_id: string,
  cart_id: string,
): Promise<ReleasedHold | undefined> => {
  const [row] = await statementWithFreshPlan<ReleasedHold>(
    pipeline,
    `select c.identity_id, coalesce(c.released_with_hold -> 'codes', '[]') as codes, coalesce(c.released_with_hold -> 'discounts', '[]') as discounts,
       coalesce(c.released_with_hold -> 'uses', '[]') as uses,
       array(select k.normalized from jsonb_array_elements(c.released_with_hold -> 'codes') as x (entry)
         join code k on k.seller_id = $1 and k.id = (x.entry ->> 'code_id')::uuid) as normalized,
       array(select distinct k.code_group_id from jsonb_array_elements(c.released_with_hold -> 'codes') as x (entry)
         join code k on k.seller_id = $1 and k.id = (x.entry ->> 'code_id')::uuid) as code_group_ids,
       coalesce((select jsonb_agg(jsonb_build_object('membership_id', m.id, 'identity_id', m.identity_id))
         from membership m where m.seller_id = $1 and m.id in (
           select (x.entry ->> 'membership_id')::uuid from jsonb_array_elements(c.released_with_hold -> 'uses') as x (entry))), '[]') as members
     from cart c where c.seller_id = $1 and c.id = $2`,
    [seller_id, cart_id],
  );
  return row;
};
