import type { Cart } from "@foyer/contract/shop/cart.ts";
import { addDays } from "@foyer/rules/dates/localTime.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { partPaidEmail } from "../../modules/checkout/emails/partPaidEmail.ts";
import { planChangedEmail } from "../../modules/checkout/plan/planChangedEmail.ts";
import { planEndedEmail } from "../../modules/checkout/plan/planEndedEmail.ts";
import { sampleCart, sampleId, type Composer, type MadeUpOrder } from "./sampleOrder.ts";

const half = ({ minor, currency }: MadeUpOrder): string => toDecimal(minor / 2, currency);

/** A cart of which half is paid; the rest is due a week before the visit. */
const partPaidCart = (order: MadeUpOrder): Cart => ({
  ...sampleCart(order),
  state: "pending",
  ticket_order_id: null,
  outstanding_balance: half(order),
  scheduled_payments: [
    { id: sampleId, amount: half(order), due_date: addDays(order.line.local_day ?? "", -7), status: "Upcoming" },
  ],
});

/** E-mails about reservations that are paid in instalments. */
export const planSamples = {
  part_paid: ({ seller, origin, order }) =>
    partPaidEmail(seller, origin, { firstName: "Ada", cart: partPaidCart(order), received: half(order) }),
  plan_changed: ({ seller, origin, order }) =>
    planChangedEmail(seller, origin, {
      kind: "move",
      cart: partPaidCart(order),
      refund: "0",
      freedVouchers: [],
      isPaid: false,
    }),
  plan_ended: ({ seller, origin, order }) =>
    planEndedEmail(seller, origin, { cart: partPaidCart(order), refund: half(order), freedVouchers: [] }),
} as const satisfies Readonly<Record<string, Composer>>;
