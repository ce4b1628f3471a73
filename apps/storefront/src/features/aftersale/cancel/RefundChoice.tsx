import type { RefundPreference } from "@foyer/rules/aftersale/quoteChange.ts";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { cancelStrings } from "../aftersale.strings.ts";

export type RefundChoiceProps = {
  readonly value: RefundPreference;
  /** Percent of the refund. */
  readonly bonus: number;
  readonly onChoose: (preference: RefundPreference) => void;
};

/** The buyer's choice of how money is refunded, if there is one. */
export function RefundChoice({ value, bonus, onChoose }: RefundChoiceProps) {
  const t = useText(cancelStrings);
  return (
    <RadioGroup
      legend={t("cancel.refund_to")}
      value={value}
      onChange={(preference) => onChoose(preference === "gift_card" ? "gift_card" : "same_means")}
      options={[
        { value: "same_means", label: t("cancel.same_means") },
        {
          value: "gift_card",
          label: t("cancel.gift_card"),
          hint: bonus > 0 ? t("cancel.gift_card.bonus", { percent: bonus }) : t("cancel.gift_card.email"),
        },
      ]}
    />
  );
}
