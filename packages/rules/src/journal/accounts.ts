import type { GatewayId } from "@foyer/contract/shop/cardGateways.ts";
import { giftCardGatewayId } from "../checkout/gateways.ts";

/**
 * Accounts of the journal.
 * - cash:GATEWAY: the seller's money at a card provider. gift_cards: the balances of sold and free cards.
 * - suspense: captured money without an order. refunds_due: refunds owed for order changes and not paid yet.
 * - sales, donations, fees (on purchases), change_fees: sales without tax. tax:PERCENT: the seller's tax on them.
 *   tax:PERCENT:NAME: the tax that a ticket type names.
 * - discounts: face value less price. refunds: refunded although no ticket was given up.
 * - repaid_elsewhere: repaid by staff outside the provider after it had refused a refund.
 * - given: gift cards without a sale. card_adjustments: cards that were voided, closed or topped up.
 * - tills: cash that open tills received from the safe. safe: its counterpart. cash_differences: cash missing or in excess.
 * - disputes:GATEWAY and provider_fees:GATEWAY: what the provider withholds.
 */
export type Account =
  | `cash:${string}`
  | `tax:${number}`
  | `tax:${number}:${string}`
  | `disputes:${string}`
  | `provider_fees:${string}`
  | (typeof plainAccounts)[number];

export const plainAccounts = [
  "gift_cards",
  "suspense",
  "refunds_due",
  "sales",
  "donations",
  "fees",
  "change_fees",
  "discounts",
  "refunds",
  "repaid_elsewhere",
  "given",
  "card_adjustments",
  "tills",
  "safe",
  "cash_differences",
] as const;

/** Account families with one account for each gateway or rate. */
export const accountFamilies = ["cash", "tax", "disputes", "provider_fees"] as const;

/** The account of a tax; of the seller's tax if it has no name. */
export const taxAccount = ({
  name,
  percent,
}: {
  readonly name?: string | undefined;
  readonly percent: number;
}): Account => (name === undefined ? `tax:${percent}` : `tax:${percent}:${name}`);

/** Where a payment's money is: at the card provider, or on the gift card used. */
export const moneyAccount = (gateway_id: GatewayId | "free"): Account =>
  gateway_id === giftCardGatewayId ? "gift_cards" : `cash:${gateway_id}`;
