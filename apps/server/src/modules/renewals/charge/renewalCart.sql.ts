import { statementWithFreshPlan } from "../../../db/statement.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

type SellerDb = Pick<RequestContext, "db" | "seller">;

/** open: to be paid, or gone on with. busy: money is clearing or taken, or it is an order. over: it holds nothing. */
export const renewalCartStatus = async (
  { db, seller }: SellerDb,
  cart_id: string,
): Promise<{ readonly is: "open" | "busy" | "over" } | undefined> => {
  const [cart] = await statementWithFreshPlan<{ is: "open" | "busy" | "over" }>(
    db,
    `select case
       when c.state = 'completed' or exists (select from payment p where p.seller_id = c.seller_id and p.cart_id = c.id
         and (p.state = 'processing' or p.state = 'captured' and p.refunded + p.refunding < p.amount)) then 'busy'
       when exists (select from payment p where p.seller_id = c.seller_id and p.cart_id = c.id and p.state in ('created', 'authorized')) then 'open'
       when c.state = 'pending' and (c.expires_at > app_now() or coalesce(c.paying_until > app_now(), false)) then 'open'
       else 'over' end as is
     from cart c where c.seller_id = $1 and c.id = $2`,
    [seller.id, cart_id],
  );
  return cart;
};

const replaceCartQuery = `
  update auto_renewal set cart_id = $4, taking_at = null
  where seller_id = $1 and membership_id = $2 and state = 'scheduled' and cart_id is not distinct from $3
  returning membership_id`;

/** False: it was another's turn meanwhile, or there is nothing to be paid any more. */
export const replaceRenewalCart = async (
  { db, seller }: SellerDb,
  membership_id: string,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<boolean> => {
  const rows = await statementWithFreshPlan(db, replaceCartQuery, [seller.id, membership_id, from, to]);
  return rows.length > 0;
};

/** How a payment of this cart came to nothing, the latest. */
export const lastFailure = async ({ db, seller }: SellerDb, cart_id: string): Promise<string | undefined> => {
  const [payment] = await statementWithFreshPlan<{ failure: string | null }>(
    db,
    `select failure from payment where seller_id = $1 and cart_id = $2 and state in ('failed', 'voided') order by updated_at desc limit 1`,
    [seller.id, cart_id],
  );
  return payment?.failure ?? undefined;
};

/** From now on its money is taken. */
export const markCapturing = async ({ db, seller }: SellerDb, membership_id: string): Promise<void> => {
  await statementWithFreshPlan(
    db,
    `update auto_renewal set taking_at = app_now() where seller_id = $1 and membership_id = $2`,
    [seller.id, membership_id],
  );
};

/**
 * Somebody renews the same term by hand, in a cart that the till has noted: they stand there with it, as also with one that
 * costs nothing, or money of it is promised, under way or taken.
 */
export const isRenewedManually = async ({ db, seller }: SellerDb, membership_id: string): Promise<boolean> => {
  const [row] = await statementWithFreshPlan<{ renewed: boolean }>(
    db,
    `select exists (select from cart c where c.seller_id = a.seller_id and c.id = any(a.hand_cart_ids)
         and c.state = 'pending' and c.paying_until > app_now())
       or exists (select from payment p where p.seller_id = a.seller_id and p.cart_id = any(a.hand_cart_ids)
         and p.state in ('created', 'processing', 'authorized', 'captured') and p.refunded + p.refunding < p.amount) as renewed
     from auto_renewal a where a.seller_id = $1 and a.membership_id = $2`,
    [seller.id, membership_id],
  );
  return row?.renewed ?? false;
};
