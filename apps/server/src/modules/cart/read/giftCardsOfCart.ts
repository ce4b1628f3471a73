import type { Cart } from "@foyer/contract/shop/cart.ts";
import { maskGiftCardNumber } from "@foyer/rules/checkout/giftcards/giftCard.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { giftCardGatewayId } from "@foyer/rules/checkout/gateways.ts";
import { optimizationFence } from "../../../db/statements/statement.ts";

/** A gift card that pays for a cart, with all its payments summed up. */
export type GiftCardOfCart = {
  readonly number: string;
  readonly amount: number;
  readonly balance: number;
  readonly currency: string;
  readonly state: string;
};

/**
 * The payments `p` of a cart `c`, each found by its key: a condition on `p.id` would scan all payments of the seller. For
 * an order's cart, the payments of its changes, made with other carts, are included.
 */
export const paymentsOfCart = `(
  select of_cart.id from payment of_cart where of_cart.cart_id = c.id and of_cart.seller_id = $1
  union select of_change.id
    from (select id from ticket_order where cart_id = c.id and seller_id = $1 ${optimizationFence}) o
    cross join lateral (select cart_id from order_change where seller_id = $1 and ticket_order_id = o.id ${optimizationFence}) w
    cross join lateral (select id from payment where cart_id = w.cart_id and seller_id = $1 and ticket_order_id = o.id ${optimizationFence}) of_change) paying
  cross join lateral (select * from payment where seller_id = $1 and id = paying.id ${optimizationFence}) p`;

/** A column of a cart `c`. */
export const giftCardsColumn = `
  (select json_agg(json_build_object('number', a.number, 'amount', paid.amount, 'balance', a.balance, 'currency', a.currency,
       'state', case when a.state = 'active' and a.valid_to <= app_now() then 'expired' else a.state end) order by paid.first_at)
     from (select e.account_id, sum(p.amount - p.refunded) as amount, min(p.created_at) as first_at
       from ${paymentsOfCart} cross join lateral (select account_id from ledger_entry
         where seller_id = $1 and payment_id = p.id and kind = 'debit' ${optimizationFence}) e
       where p.gateway_id = '${giftCardGatewayId}' and p.state in ('authorized', 'captured')
       group by e.account_id) paid
     cross join lateral (select * from ledger_account where seller_id = $1 and id = paid.account_id ${optimizationFence}) a) as gift_cards`;

/** Gift cards with masked numbers, for the owner only. */
export const presentGiftCards = (cards: readonly GiftCardOfCart[] | null, isOwner: boolean): Cart["gift_cards"] =>
  isOwner
    ? (cards ?? []).map(({ number, amount, balance, currency, state }) => ({
        number: maskGiftCardNumber(number),
        amount: toDecimal(amount, currency),
        balance: toDecimal(balance, currency),
        state,
      }))
    : [];
