import type { CartLine } from "@foyer/contract/shop/cart.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { voucherEnd } from "@foyer/rules/aftersale/freedVouchers.ts";
import { grantsAdmission } from "@foyer/rules/catalog/handlers.ts";
import type { ChangedOrder } from "../../cart/change/readChangedOrder.ts";
import type { PlannedChange } from "../../cart/change/planChange.ts";
import { meansLabel } from "../../cart/change/meansLabel.ts";
import { orderToken } from "../../cart/read/readTicketOrder.ts";
import { readCart } from "../../cart/read/readCart.ts";
import type { CheckoutContext } from "../context.ts";
import { readCheckoutTickets } from "../batch/lockCheckout.sql.ts";
import { admitsBuyer } from "../emails/admitsBuyer.ts";
import { recipientOf } from "../emails/recipients.sql.ts";
import { changeEmail } from "./changeEmail.ts";

type CompletedChange = {
  readonly order_change_id: string;
  readonly planned: PlannedChange;
  /** The lines of the order before the change. */
  readonly linesBefore: readonly CartLine[];
  readonly payments: ChangedOrder["payments"];
  readonly isByVenue: boolean;
};

/**
 * Queues the e-mail about a change, even for a purchaser who opted out of confirmations: the old tickets stop being
 * valid.
 */
export const queueChangeEmail = async (
  ctx: CheckoutContext,
  order: ChangedOrder["order"],
  { order_change_id, planned, linesBefore, payments, isByVenue }: CompletedChange,
): Promise<void> => {
  const { db, seller } = ctx;
  const { email: address } = await recipientOf(ctx, order.identity_id);
  if (!address) return;
  const { lines = [] } = (await readCart({ db, seller }, order.cart_id)).cart._data[0] ?? {};
  const remaining = await readCheckoutTickets(db, seller.id, [order.cart_id]);
  const email = changeEmail(seller, ctx.providers.origin, {
    order,
    token: orderToken(ctx, order.id),
    isByVenue,
    before: linesBefore,
    after: lines,
    given: new Set(planned.leaving.map(({ id }) => id)),
    added: new Set(remaining.map(({ id }) => id).filter((id) => !planned.staying.some((ticket) => ticket.id === id))),
    quote: planned.quote,
    refunds: planned.quote.parts.map(({ payment_id, amount }) => ({
      means: meansLabel(
        seller,
        payments.find((payment) => payment.payment_id === payment_id),
      ),
      amount,
    })),
    freedVouchers: planned.freedVouchers.map(voucherEnd),
    opensDoor: remaining.some(admitsBuyer),
    hasDate: remaining.some((ticket) => grantsAdmission(ticket) && ticket.start_datetime !== null),
  });
  await queueEmail(ctx, {
    kind: "order_changed",
    ref_id: order.id,
    occasion: order_change_id,
    to_address: address,
    email,
  });
};
