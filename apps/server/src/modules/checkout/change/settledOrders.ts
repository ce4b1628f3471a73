import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { OrderMoney } from "@foyer/rules/aftersale/settleOrder.ts";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import type { SellerDb } from "../context.ts";
import { moneyOfOrders } from "./orderChanges.sql.ts";

/**
 * Where an order's money went, without the price of its valid tickets. `added` is the price of the tickets that changes
 * added.
 */
export type MoneyOfOrder = Omit<OrderMoney, "remaining"> & { readonly added: number };

/** By order, in minor units. */
export const readMoneyOfOrders = async (
  ctx: SellerDb,
  order_ids: readonly string[],
): Promise<ReadonlyMap<string, MoneyOfOrder>> =>
  new Map(
    (await moneyOfOrders(ctx, order_ids)).map(({ ticket_order_id, gift_cards, ...money }) => [
      ticket_order_id,
      { ...money, giftCards: gift_cards },
    ]),
  );

/** The price of the remaining tickets, with fees and discounts, in minor units. */
export const remainingTotal = ({ cart_fees, currency }: Pick<Cart, "cart_fees" | "currency">): number => {
  const totals = cart_fees[0]?.grand_totals;
  const minor = (amount: string | undefined): number => fromDecimal(amount ?? "0", currency) ?? 0;
  return (
    minor(totals?.total_before_cartmod_price) +
    minor(totals?.total_fee_fixed_outside) +
    minor(totals?.total_fee_percent_outside) +
    minor(totals?.total_cartmod_amount)
  );
};
