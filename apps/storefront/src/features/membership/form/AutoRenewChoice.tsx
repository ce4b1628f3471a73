import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { FormStep } from "../../../shared/form/FormStep.tsx";
import { useMembershipText } from "../useMembershipText.ts";

export type AutoRenewChoiceProps = {
  /** False if the level does not renew automatically: then the step only says that automatic renewal ends. */
  readonly isOffered: boolean;
  /** The membership to be renewed renews automatically until now. */
  readonly hasAutoRenewal: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
};

/**
 * Asks for automatic renewal, which is off by default: the payer agrees anew with each payment. Says when that ends a
 * present automatic renewal.
 */
export function AutoRenewChoice({ isOffered, hasAutoRenewal, isChosen, onChoose }: AutoRenewChoiceProps) {
  const t = useMembershipText();
  const ending = isOffered ? "membership.auto_renew.ends_unless" : "membership.auto_renew.ends";
  return (
    <FormStep name="auto-renew" heading={t("membership.auto_renew")}>
      {isOffered && (
        <Checkbox
          label={t("membership.auto_renew.ask")}
          hint={t("membership.auto_renew.hint")}
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
      )}
      {hasAutoRenewal && !isChosen && <Banner tone="info">{t(ending)}</Banner>}
    </FormStep>
  );
}
