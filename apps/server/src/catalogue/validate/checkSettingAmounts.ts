import type { ChangeRules } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import type { Path } from "../format/problems.ts";
import { parseMoneyIn, parsePayable } from "./money.ts";
import type { ValidationContext } from "./validationContext.ts";

type WrittenAmount = { readonly amount: string | undefined; readonly path: Path };

const feesOf = (rules: ChangeRules | undefined, path: Path): WrittenAmount[] =>
  (["cancel_fee", "change_fee"] as const).map((fee) => ({
    amount: rules?.[fee]?.fixed,
    path: [...path, fee, "fixed"],
  }));

/**
 * Reports amounts in settings with more decimals than the currency has. Fees of changes are paid, or lower a refund: also
 * warns about those that the seller's cards cannot pay.
 */
export const checkSettingAmounts = (context: ValidationContext): void => {
  const { catalogue, addProblem } = context;
  const { seller, events = [] } = catalogue;
  const { refund_limits, till_limits, gift_cards, self_edit } = seller.configuration ?? {};
  const at = ["seller", "configuration"];
  const written: readonly WrittenAmount[] = [
    { amount: refund_limits?.order, path: [...at, "refund_limits", "order"] },
    { amount: refund_limits?.day, path: [...at, "refund_limits", "day"] },
    { amount: till_limits?.difference, path: [...at, "till_limits", "difference"] },
    { amount: gift_cards?.max_amount, path: [...at, "gift_cards", "max_amount"] },
  ];
  const fees: readonly WrittenAmount[] = [
    ...feesOf(self_edit, [...at, "self_edit"]),
    ...events.flatMap(({ meta }, index) => feesOf(meta?.self_edit, ["events", index, "meta", "self_edit"])),
  ];
  const parse = parseMoneyIn(seller.currency, addProblem);
  for (const { amount, path } of written) if (amount !== undefined) parse(amount, path);
  const parseFee = parsePayable(context);
  for (const { amount, path } of fees) if (amount !== undefined) parseFee(amount, path);
};
