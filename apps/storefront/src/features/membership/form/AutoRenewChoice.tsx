import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { FormStep } from "../../../shared/form/FormStep.tsx";
import { useMembershipText } from "../useMembershipText.ts";

export type AutoRenewChoiceProps = { readonly isChosen: boolean; readonly onChoose: (isChosen: boolean) => void };

/** Asks for automatic renewal, which is off by default. */
export function AutoRenewChoice({ isChosen, onChoose }: AutoRenewChoiceProps) {
  const t = useMembershipText();
  return (
    <FormStep name="auto-renew" heading={t("membership.auto_renew")}>
      <Checkbox
        label={t("membership.auto_renew.ask")}
        hint={t("membership.auto_renew.hint")}
        checked={isChosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
    </FormStep>
  );
}
