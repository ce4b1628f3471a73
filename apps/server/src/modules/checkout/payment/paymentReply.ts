import type { Payment } from "@foyer/contract/shop/checkout.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { PaymentRow } from "./paymentRow.ts";

export const paymentReply = ({ seller }: Pick<RequestContext, "seller">, payment: PaymentRow): Payment => ({
  id: payment.id,
  state: payment.state,
  amount: toDecimal(payment.amount, seller.default_currency_code),
  gateway_id: payment.gateway_id,
  action_url: null,
});
