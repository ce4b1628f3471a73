import { statementWithFreshPlan } from "../../../db/statements/statement.ts";
import type { SellerDb } from "../../checkout/context.ts";

type RenewalCartStatus = "open" | "busy" | "over";

/**
 * open: can be paid. busy: a payment is clearing or captured, or the cart is an order. over: it no longer holds anything.
 */
export const renewalCartStatus = async (
  { db, seller }: SellerDb,
  cart_id: string,
): Promise<RenewalCartStatus | undefined> => {
  const [cart] = await statementWithFreshPlan<{ status: RenewalCartStatus }>(
    db,
    `select case
       when c.state = 'completed' or exists (select from payment p where p.seller_id = $1 and p.cart_id = c.id
         and (p.state = 'processing' or p.state = 'captured' and p.refunded + p.refunding < p.amount)) then 'busy'
       when exists (select from payment p where p.seller_id = $1 and p.cart_id = c.id and p.state in ('created', 'authorized')) then 'open'
       when c.state = 'pending' and (c.expires_at > app_now() or coalesce(c.leased_until > app_now(), false)) then 'open'
       else 'over' end as status
     from cart c where c.seller_id = $1 and c.id = $2`,
    [seller.id, cart_id],
  );
  return cart?.status;
};

const replaceCartQuery = `
  update auto_renewal set cart_id = $4, capture_started_at = null
  where seller_id = $1 and membership_id = $2 and state = 'scheduled' and cart_id is not distinct from $3
  returning membership_id`;

/** Returns false if another server has replaced it in the meantime, or the renewal is no longer scheduled. */
export const replaceRenewalCart = async (
  { db, seller }: SellerDb,
  membership_id: string,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<boolean> => {
  const rows = await statementWithFreshPlan(db, replaceCartQuery, [seller.id, membership_id, from, to]);
  return rows.length > 0;
};

/** The reason why the cart's latest payment failed. */
export const lastFailure = async ({ db, seller }: SellerDb, cart_id: string): Promise<string | undefined> => {
  const [payment] = await statementWithFreshPlan<{ failure: string | null }>(
    db,
    `select failure from payment where seller_id = $1 and cart_id = $2 and state in ('failed', 'voided') order by updated_at desc limit 1`,
    [seller.id, cart_id],
  );
  return payment?.failure ?? undefined;
};

/** Records that the charge is decided: from now on nobody may pay for the same term manually. */
export const markCapturing = async ({ db, seller }: SellerDb, membership_id: string): Promise<void> => {
  await statementWithFreshPlan(
    db,
    `update auto_renewal set capture_started_at = app_now() where seller_id = $1 and membership_id = $2`,
    [seller.id, membership_id],
  );
};

/**
 * Whether the same term is being renewed manually, by a cart in checkout or a payment without an order yet. An order that
 * has renewed it ends the automatic renewal itself; an order that has renewed another card of the membership does not.
 */
export const isRenewedManually = async ({ db, seller }: SellerDb, membership_id: string): Promise<boolean> => {
  const [row] = await statementWithFreshPlan<{ renewed: boolean }>(
    db,
    `select exists (select from cart c where c.seller_id = $1 and c.id = any(a.manual_cart_ids)
         and c.state = 'pending' and c.leased_until > app_now())
       or exists (select from payment p join cart c on c.seller_id = p.seller_id and c.id = p.cart_id
         where p.seller_id = $1 and p.cart_id = any(a.manual_cart_ids) and c.state <> 'completed' and p.state in ('created', 'processing', 'authorized', 'captured') and p.refunded + p.refunding < p.amount) as renewed
     from auto_renewal a where a.seller_id = $1 and a.membership_id = $2`,
    [seller.id, membership_id],
  );
  return row?.renewed ?? false;
};
