import type { Cart } from "@foyer/contract/shop/cart.ts";
import { maskGiftCardNumber } from "@foyer/rules/checkout/giftcards/giftCard.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { giftCardGatewayId } from "@foyer/rules/checkout/gateways.ts";

/** A gift card that pays for a cart, with all its payments summed up. */
export type GiftCardOfCart = {
  readonly number: string;
  readonly amount: number;
  readonly balance: number;
  readonly currency: string;
  readonly state: string;
};

/** Whether a payment `p` pays for a cart `c`. Of an order's cart those for its changes count too, made with other carts. */
export const isPaymentOfCart = `p.id in (
  select of_cart.id from payment of_cart where of_cart.seller_id = $1 and of_cart.cart_id = c.id
  union select of_change.id from ticket_order o
    join order_change w on w.seller_id = o.seller_id and w.ticket_order_id = o.id
    join payment of_change on of_change.seller_id = w.seller_id and of_change.cart_id = w.cart_id and of_change.ticket_order_id = o.id
    where o.seller_id = $1 and o.cart_id = c.id)`;

/** A column of a cart `c`. */
export const giftCardsColumn = `
  (select json_agg(json_build_object('number', a.number, 'amount', paid.amount, 'balance', a.balance, 'currency', a.currency,
       'state', case when a.state = 'active' and a.valid_to <= app_now() then 'expired' else a.state end) order by paid.first_at)
     from (select e.account_id, sum(p.amount - p.refunded) as amount, min(p.created_at) as first_at
       from payment p join ledger_entry e on e.seller_id = p.seller_id and e.payment_id = p.id and e.kind = 'debit'
       where p.seller_id = $1 and ${isPaymentOfCart} and p.gateway_id = '${giftCardGatewayId}' and p.state in ('authorized', 'captured')
       group by e.account_id) paid
     join ledger_account a on a.seller_id = $1 and a.id = paid.account_id) as gift_cards`;

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
