import { voucherEnd } from "@foyer/rules/aftersale/freedVouchers.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { newId } from "../../../db/newId.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { readCart } from "../../cart/read/readCart.ts";
import type { CheckoutContext } from "../context.ts";
import { purchaserRecipient } from "../emails/recipients.sql.ts";
import { planChangedEmail, type PlanChangeNotice } from "./planChangedEmail.ts";

/** `refund` is in minor units; `freedVouchers` are as they were entered. */
type MadeChange = Pick<PlanChangeNotice, "kind" | "isPaid" | "freedVouchers"> & { readonly refund: number };

/** Tells the purchaser of a plan what the venue has changed, in the change's transaction. */
export const queuePlanChangedEmail = async (
  ctx: CheckoutContext,
  cart_id: string,
  { refund, freedVouchers, ...made }: MadeChange,
): Promise<void> => {
  const { db, seller, providers } = ctx;
  const purchaser = await purchaserRecipient(ctx, cart_id);
  const [cart] = (await readCart({ db, seller }, cart_id)).cart._data;
  if (!purchaser?.email || !cart) return;
  const change = {
    ...made,
    cart,
    refund: toDecimal(refund, cart.currency),
    freedVouchers: freedVouchers.map(voucherEnd),
  };
  await queueEmail(ctx, {
    kind: "plan_changed",
    ref_id: cart_id,
    occasion: newId(),
    to_address: purchaser.email,
    email: planChangedEmail(seller, providers.origin, change),
  });
};
