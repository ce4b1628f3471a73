import { sumOfFees, type Fees } from "@foyer/rules/pricing/fees.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { ChosenLine } from "../../../shared/form/formSelection.ts";
import { useMoney, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { cartStrings } from "../../cart/cart.strings.ts";
import { useReserveText } from "../text/useReserveText.ts";

/** The fees on top of the selection: the lines that the cart has too, and one sentence for the bottom bar on phones. */
export const useFeeLines = (
  fees: Fees,
): { readonly lines: readonly ChosenLine[]; readonly note: readonly string[] } => {
  const t = useReserveText();
  const cartText = useText(cartStrings);
  const money = useMoney();
  const { default_currency_code: currency } = useSeller();
  const amountOf = (minor: number): string => money(toDecimal(minor, currency));
  const sum = sumOfFees(fees);
  return {
    lines: (["fixed", "percent"] as const)
      .filter((kind) => fees[kind] > 0)
      .map((kind) => ({ id: kind, label: cartText(`cart.fee_${kind}`), amount: amountOf(fees[kind]) })),
    note: sum > 0 ? [t("reserve.total.fees", { fees: amountOf(sum) })] : [],
  };
};
