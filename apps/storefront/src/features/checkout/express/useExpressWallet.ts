import { useState } from "react";
import { isWithinWallet } from "@foyer/rules/checkout/express/walletAnswers.ts";
import { toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import type { WalletPayment } from "../payment/pageGateway.ts";

export type ExpressWallet = {
  /** The name of the wallet to pay with, once its owner has confirmed in its sheet: 'Google Pay'. */
  readonly name: string | undefined;
  /** The amount due has risen above what its sheet showed, so the owner has to confirm again. */
  readonly isOutdated: boolean;
  readonly keep: (payment: WalletPayment) => void;
  readonly drop: () => void;
  readonly offer: () => readonly PaymentInput[];
};

/** The wallet that was pressed at the top of the checkout. It is kept in memory until it has paid. */
export const useExpressWallet = (remaining: Minor, currency: string): ExpressWallet => {
  const [payment, setPayment] = useState<WalletPayment>();
  const usable = payment && isWithinWallet(payment.amount, remaining) ? payment : undefined;
  return {
    name: usable?.name,
    isOutdated: payment !== undefined && usable === undefined && remaining > 0,
    keep: setPayment,
    drop: () => setPayment(undefined),
    offer: () => (usable ? [usable.offer(toDecimal(remaining, currency))] : []),
  };
};
