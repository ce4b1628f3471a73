import { sql } from "kysely";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import type { RestoreFailure } from "../../cart/restore/restoreFailure.ts";
import type { CheckoutContext } from "../checkout.sql.ts";
import { refundEmail, type RefundEmailKind } from "./refundEmail.ts";

type RefundEmailOptions = {
  readonly kind: RefundEmailKind;
  /** Minor units, where it is not the whole payment. */
  readonly amount?: number;
  /** Tells apart several letters about one payment. */
  readonly occasion?: string;
};

/**
 * Tells the buyer that their money comes back, once for each occasion. A promise that was given back is told of
 * only where it leaves them with nothing: whoever has an order, or can still pay for their cart, is not written to.
 */
export const queueRefundEmail = async (
  { db, seller, providers }: CheckoutContext,
  payment_id: string,
  { kind, occasion = "", ...options }: RefundEmailOptions,
): Promise<void> => {
  const payment = await db
    .selectFrom("payment as p")
    .innerJoin("cart as c", (join) => join.onRef("c.seller_id", "=", "p.seller_id").onRef("c.id", "=", "p.cart_id"))
    .innerJoin("identity as i", (join) =>
      join.onRef("i.seller_id", "=", "c.seller_id").onRef("i.id", "=", "c.purchaser_identity_id"),
    )
    .select(["p.amount", "p.currency", "i.email", "i.first_name"])
    .select(sql<RestoreFailure | null>`c.lost ->> 'gone'`.as("gone"))
    .select(
      sql<boolean>`c.state = 'expired' or c.state = 'pending' and c.expires_at <= app_now() and coalesce(c.paying_until <= app_now(), true)`.as(
        "lost",
      ),
    )
    .where("p.seller_id", "=", seller.id)
    .where("p.id", "=", payment_id)
    .executeTakeFirst();
  if (!payment?.email || (kind === "voided" && !payment.lost)) return;
  const { currency, email, first_name, gone: restoreFailure } = payment;
  const amount = options.amount ?? payment.amount;
  await queueEmail(
    { db, seller },
    {
      kind: "payment_returned",
      ref_id: payment_id,
      occasion,
      to_address: email,
      email: refundEmail(seller, providers.origin, {
        firstName: first_name ?? "",
        amount,
        currency,
        kind,
        restoreFailure,
      }),
    },
  );
};
