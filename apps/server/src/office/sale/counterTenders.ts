import type { CounterMeans } from "@foyer/contract/office/money/counterSales.ts";
import { counterGateways, giftCardGatewayId } from "@foyer/rules/checkout/gateways.ts";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import type { CounterTender } from "../../modules/checkout/counter/payAtCounter.ts";

export type CounterTenders = {
  readonly tenders: readonly CounterTender[];
  /** Cash that was handed over, and the change to give. */
  readonly tendered: number;
  readonly change: number;
};

const refuse = (...fields: readonly string[]): Refused =>
  new Refused({ code: "validation_failed", context: "payment", extra: { fields } });

/**
 * The payments in minor units. Each problem is refused at its field: an invalid amount, too little cash handed over, or the
 * same means twice.
 */
export const counterTenders = (means: readonly CounterMeans[], currency: string): CounterTenders => {
  const minorOf = (text: string, field: string): number => {
    const amount = fromDecimal(text, currency);
    if (amount === undefined || amount <= 0) throw refuse(field);
    return amount;
  };
  let [tendered, change] = [0, 0];
  const tenders = means.map((one, index): CounterTender => {
    const amount = minorOf(one.amount, `means.${index}.amount`);
    if (one.kind === "gift_card") return { gateway_id: giftCardGatewayId, amount, number: one.number };
    if (one.kind === "terminal") return { gateway_id: counterGateways.terminal, amount, reference: one.slip };
    const given = one.tendered === undefined ? amount : minorOf(one.tendered, `means.${index}.tendered`);
    if (given < amount) throw refuse(`means.${index}.tendered`);
    tendered += given;
    change += given - amount;
    return { gateway_id: counterGateways.cash, amount, reference: "" };
  });
  const keys = tenders.map((one) => ("number" in one ? `card ${one.number}` : `${one.gateway_id} ${one.reference}`));
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (twice >= 0) throw refuse(`means.${twice}`);
  return { tenders, tendered, change };
};

/** Cash and cards are counted in a till; gift cards are not, since their money was counted when they were sold. */
export const needsTill = ({ tenders }: CounterTenders): boolean => tenders.some((one) => !("number" in one));
