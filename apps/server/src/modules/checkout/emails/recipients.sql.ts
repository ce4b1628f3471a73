import type { RestoreFailure } from "../../cart/restore/restoreFailure.ts";
import { optimizationFence, statement, type Pipeline } from "../../../db/statements/statement.ts";
import type { SellerDb } from "../context.ts";

export const recipientOf = ({ db, seller }: SellerDb, identity_id: string) =>
  db
    .selectFrom("identity")
    .select(["email", "first_name", "meta"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .executeTakeFirstOrThrow();

/** Undefined while the cart has no purchaser. */
export const purchaserRecipient = ({ db, seller }: SellerDb, cart_id: string) =>
  db
    .selectFrom("cart as c")
    .innerJoin("identity as i", (join) =>
      join.onRef("i.seller_id", "=", "c.seller_id").onRef("i.id", "=", "c.purchaser_identity_id"),
    )
    .select(["i.email", "i.first_name", "i.last_name", "i.meta"])
    .where("c.seller_id", "=", seller.id)
    .where("c.id", "=", cart_id)
    .executeTakeFirst();

export type RefundRecipient = {
  readonly payment_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly gateway_id: string;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly restore_failure: RestoreFailure | null;
  readonly is_cart_lost: boolean;
  readonly was_processing: boolean;
  /** A gift card paid, so the refund is on that card again. */
  readonly is_gift_card: boolean;
};

/** The purchasers of the payments' carts, and the state of these carts. */
export const readRefundRecipients = (
  pipeline: Pipeline,
  seller_id: string,
  payment_ids: readonly string[],
): Promise<RefundRecipient[]> =>
  statement(
    pipeline,
    `select p.id as payment_id, p.amount, p.currency, p.gateway_id, i.email, i.first_name,
       c.released_with_hold ->> 'restore_failure' as restore_failure,
       c.state = 'expired' or c.state = 'pending' and c.expires_at <= app_now() and coalesce(c.leased_until <= app_now(), true) as is_cart_lost,
       exists (select from transition x where x.seller_id = $1 and x.entity = 'payment' and x.entity_id = p.id
         and x.to_state = 'processing' ${optimizationFence}) as was_processing,
       exists (select from ledger_entry e where e.seller_id = $1 and e.payment_id = p.id) as is_gift_card
     from payment p
     join cart c on c.seller_id = p.seller_id and c.id = p.cart_id
     join identity i on i.seller_id = c.seller_id and i.id = c.purchaser_identity_id
     where p.seller_id = $1 and p.id = any($2::uuid[])`,
    [seller_id, payment_ids],
  );
