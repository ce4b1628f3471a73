import { useState } from "react";
import type { CounterMeans } from "@foyer/contract/office/money/counterSales.ts";
import { fromDecimal, sumDecimals, toDecimal } from "@foyer/rules/values/money.ts";
import { likelyTendered } from "@foyer/rules/sale/denominations.ts";
import { isAmount, typedAmount } from "../../shared/format/amount.ts";

export type MeansKind = CounterMeans["kind"];

const nothing = { amount: "", tendered: "", slip: "", number: "" };

/**
 * The payments of a sale: those added, and the one being typed. Without an amount, the latter is for all that is left, so
 * that a single means needs no amount and several add up to the total exactly.
 */
export const usePayment = (total: string, currency: string, firstKind: MeansKind = "cash") => {
  const [parts, setParts] = useState<readonly CounterMeans[]>([]);
  const [kind, setKind] = useState<MeansKind>(firstKind);
  const [isPart, setPart] = useState(false);
  const [typed, setTyped] = useState(nothing);
  const minor = (amount: string): number => fromDecimal(amount, currency) ?? 0;
  const rest = sumDecimals([total, ...parts.map(({ amount }) => toDecimal(-minor(amount), currency))], currency);
  const asked = isPart && typed.amount.trim() !== "" ? typedAmount(typed.amount) : rest;
  const isPossible = minor(rest) > 0 && (asked === rest || (isAmount(asked, currency) && minor(asked) <= minor(rest)));
  const tendered = typedAmount(typed.tendered);
  const isShort =
    kind === "cash" && tendered !== "" && !(isAmount(tendered, currency) && minor(tendered) >= minor(asked));
  const isWhole = isPossible && minor(asked) === minor(rest);
  const isComplete =
    isPossible &&
    !isShort &&
    (kind !== "terminal" || typed.slip.trim() !== "") &&
    (kind !== "gift_card" || typed.number.trim() !== "");
  const means = (): CounterMeans => {
    if (kind === "terminal") return { kind, amount: asked, slip: typed.slip.trim() };
    if (kind === "gift_card") return { kind, amount: asked, number: typed.number.trim() };
    return { kind, amount: asked, ...(tendered !== "" && { tendered }) };
  };
  return {
    kind,
    parts,
    rest,
    asked,
    typed,
    isPart,
    isWhole,
    isComplete,
    /** The amount is more than is left, or invalid. */
    isImpossible: !isPossible,
    isShort,
    change: isShort || tendered === "" || kind !== "cash" ? "0" : toDecimal(minor(tendered) - minor(asked), currency),
    suggestions: (values: readonly string[]): readonly string[] =>
      likelyTendered(minor(asked), values.map(minor)).map((sum) => toDecimal(sum, currency)),
    /** Cash can be added only once, since it is counted as one sum. */
    hasCash: parts.some((part) => part.kind === "cash"),
    choose: (next: MeansKind) => {
      setKind(next);
      setTyped({ ...nothing, amount: typed.amount });
    },
    type: (key: keyof typeof nothing, value: string) => setTyped((old) => ({ ...old, [key]: value })),
    payPart: () => setPart(true),
    /** All payments of the sale, including the one being typed; empty if nothing has to be paid. */
    all: (): readonly CounterMeans[] => (minor(rest) === 0 ? parts : [...parts, means()]),
    add: () => {
      setParts([...parts, means()]);
      setTyped(nothing);
      if (kind === "cash") setKind("terminal");
    },
    remove: (index: number) => setParts(parts.filter((_, nth) => nth !== index)),
  };
};
export type SalePayment = ReturnType<typeof usePayment>;
