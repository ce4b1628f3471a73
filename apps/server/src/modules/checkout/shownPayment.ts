import type { Payment } from "@foyer/contract/checkout.ts";
import { toWire } from "@foyer/rules/money.ts";
import type { Ask } from "../../http/ask.ts";
import type { PaymentRow } from "./checkout.sql.ts";

export const shownPayment = ({ seller }: Pick<Ask, "seller">, payment: PaymentRow): Payment => ({
  id: payment.id,
  state: payment.state,
  amount: toWire(payment.amount, seller.default_currency_code),
  gateway_id: payment.gateway_id,
  action_url: null,
});
