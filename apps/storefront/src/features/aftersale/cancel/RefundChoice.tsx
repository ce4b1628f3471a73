import type { RefundPreference } from "@foyer/rules/aftersale/quoteChange.ts";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { cancelStrings } from "../aftersale.strings.ts";

export type RefundChoiceProps = {
  readonly value: RefundPreference;
  /** In percent of the refund. */
  readonly bonus: number;
  readonly onChoose: (preference: RefundPreference) => void;
};

/** Where money goes back to, where the buyer chooses. */
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
