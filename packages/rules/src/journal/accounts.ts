import type { GatewayId } from "@foyer/contract/shop/cardGateways.ts";
import { giftCardGatewayId } from "../checkout/gateways.ts";

/**
 * Accounts of the journal.
 * - cash:GATEWAY: what a card provider has of the seller's. gift_cards: what is left on sold and given cards.
 * - suspense: money that was taken and has no order. refunds_due: what changes of orders give back and has not gone yet.
 * - sales, donations, fees (of buying), change_fees: what was sold, without tax. tax:PERCENT: the seller's tax in it.
 *   tax:PERCENT:NAME: the tax that a ticket type names.
 * - discounts: between the face value and the price. refunds: given back although no ticket was given up for it.
 * - repaid_elsewhere: what staff repaid outside of the provider after it had refused a refund.
 * - given: gift cards without a sale. card_adjustments: cards that were voided, closed or topped up.
 * - tills: what open tills have from the safe. safe: the other side of that. cash_differences: what was missing or too much.
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

/** Families of accounts, of which each gateway or each rate has one. */
export const accountFamilies = ["cash", "tax", "disputes", "provider_fees"] as const;

/** The account of a tax: of the seller's where it has no name of its own. */
export const taxAccount = ({
  name,
  percent,
}: {
  readonly name?: string | undefined;
  readonly percent: number;
}): Account => (name === undefined ? `tax:${percent}` : `tax:${percent}:${name}`);

/** Where the money of a payment is: at the card provider, or on the gift card that paid. */
export const moneyAccount = (gateway_id: GatewayId | "free"): Account =>
  gateway_id === giftCardGatewayId ? "gift_cards" : `cash:${gateway_id}`;
