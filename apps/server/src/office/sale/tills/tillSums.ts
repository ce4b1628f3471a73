import type { TillRow, TillSum } from "./tills.sql.ts";
import { counterGateways } from "@foyer/rules/checkout/gateways.ts";

const sumOf = (sums: readonly TillSum[], kind: TillSum["kind"]): number =>
  sums
    .filter((one) => one.kind === kind && one.gateway_id === counterGateways.cash)
    .reduce((all, { amount }) => all + Number(amount), 0);

/** The cash that a till got from the safe: its float, plus what was put in, minus what was taken out. */
export const fromSafe = ({ float_amount }: Pick<TillRow, "float_amount">, sums: readonly TillSum[]): number =>
  Number(float_amount) + sumOf(sums, "in") - sumOf(sums, "out");

/** The cash that a till should contain. */
export const cashIn = (till: Pick<TillRow, "float_amount">, sums: readonly TillSum[]): number =>
  fromSafe(till, sums) + sumOf(sums, "sale") - sumOf(sums, "refund");
