import type { Cart } from "@foyer/contract/shop/cart.ts";
import { settleOrder, type Settlement } from "@foyer/rules/aftersale/settleOrder.ts";
import { isGiftCardPayment } from "@foyer/rules/checkout/gateways.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import type { EmailRow } from "../../../providers/mail/emailParts.ts";
import { singleLine } from "../../../providers/mail/sellerText.ts";
import { remainingTotal } from "../change/settledOrders.ts";
import type { ConfirmedOrder } from "./confirmedOrder.ts";
import type { orderTexts, TranslateOrder } from "./orderTexts.ts";

/** How amounts and percentages are written. */
export type RowFormats = { readonly money: (amount: string) => string; readonly percent: (percent: number) => string };

/** What the order cost, in the order in which the cart adds it up, and how it was paid. */
export const totalRows = (
  { cart, order, taxes, money: of }: ConfirmedOrder,
  translate: TranslateOrder,
  { money, percent }: RowFormats,
): EmailRow[] => {
  const minor = (amount: string | undefined) => fromDecimal(amount ?? "0", order.currency) ?? 0;
  const display = (amount: number) => money(toDecimal(amount, order.currency));
  const totals = cart.cart_fees[0]?.grand_totals;
  const fees = minor(totals?.total_fee_fixed_outside) + minor(totals?.total_fee_percent_outside);
  const discount = minor(totals?.total_cartmod_amount);
  const named = cart.cart_mods.filter((mod) => minor(mod.discount) > 0);
  const addUp = named.reduce((sum, mod) => sum + minor(mod.discount), 0) === -discount;
  const discounts = addUp
    ? named.map((mod) => ({ label: singleLine(mod.name), value: display(-minor(mod.discount)) }))
    : [{ label: translate("mail.order.discount"), value: display(discount) }];

  const cards = cart.gift_cards.filter(({ amount }) => minor(amount) > 0);
  const isListed = (payment: Cart["completed_payments"][number]) => isGiftCardPayment(payment) && cards.length > 0;
  const paid = [
    ...cards.map(({ number, amount }) => ({
      label: translate("mail.order.paid_gift_card", { number }),
      value: money(amount),
    })),
    ...cart.completed_payments
      .filter((payment) => payment.status === "captured" && minor(payment.amount) > 0 && !isListed(payment))
      .map(({ amount }) => ({ label: translate("mail.order.paid"), value: money(amount) })),
  ];
  const taxRows = taxes.map((line) => ({
    label: translate("mail.order.tax", { tax_name: singleLine(line.name), rate: percent(line.percent) }),
    value: money(line.tax),
  }));
  const settled = of && settleOrder({ ...of, remaining: remainingTotal(cart) });
  return [
    ...(fees !== 0 || discount !== 0
      ? [{ label: translate("mail.order.subtotal"), value: display(minor(totals?.total_before_cartmod_price)) }]
      : []),
    ...(discount === 0 ? [] : discounts),
    ...(fees === 0 ? [] : [{ label: translate("mail.order.fees"), value: display(fees) }]),
    ...(settled
      ? settledRows(settled, { translate, display, taxRows })
      : [
          {
            label: translate("mail.order.total"),
            value: money(order.ticket_order_fees[0]?.total_after_fees_price ?? "0"),
            total: true,
          },
          ...taxRows,
          ...paid,
        ]),
  ];
};

/** What the order costs after changes, and how it was paid: at the purchase and later, minus refunds. */
const settledRows = (
  { fees, rest, total, bought, paid, refunded, giftCards }: Settlement,
  {
    translate,
    display,
    taxRows,
  }: {
    readonly translate: TranslateOrder;
    readonly display: (amount: number) => string;
    readonly taxRows: readonly EmailRow[];
  },
): EmailRow[] => {
  const row = (key: keyof typeof orderTexts, amount: number): EmailRow[] =>
    amount === 0 ? [] : [{ label: translate(key), value: display(amount) }];
  return [
    ...row("mail.order.change_fees", fees),
    ...row(rest > 0 ? "mail.order.not_refunded" : "mail.order.other_refunds", rest),
    { label: translate("mail.order.total"), value: display(total), total: true },
    ...taxRows,
    ...row("mail.order.paid_first", bought),
    ...row("mail.order.paid_later", paid),
    ...row("mail.order.refunded", -refunded),
    ...row("mail.order.became_gift_card", -giftCards),
  ];
};
