import { Button } from "@foyer/ui/action/Button.tsx";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { PageSection } from "@foyer/ui/layout/Layout.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import checkoutCss from "../Checkout.module.css";
import css from "./Express.module.css";
import { goToCheckoutStep } from "../checkoutSteps.ts";
import { checkoutStrings } from "../checkout.strings.ts";
import { TermsField } from "../purchaser/TermsField.tsx";
import type { CheckoutParts } from "../useCheckoutParts.ts";

export type ExpressPaymentProps = {
  readonly parts: CheckoutParts;
  /** 'Pay $59.00 with Visa …4242' */
  readonly label: string;
  readonly isBusy: boolean;
  readonly onPay: () => void;
};

/** At the top of the checkout: a member whose details are known can pay with the card saved in their account. */
export function ExpressPayment({ parts, label, isBusy, onPay }: ExpressPaymentProps) {
  const t = useText(checkoutStrings);
  const { purchaser, survey, terms } = parts;
  const { account } = purchaser;
  const goToStep = (step: "details" | "payment") => goToCheckoutStep(null, { step });
  return (
    <PageSection>
      <div className={css.express} role="group" aria-labelledby="checkout-express">
        <div>
          <h2 id="checkout-express">{t("express.title")}</h2>
        </div>
        <p className={css.line}>
          <Icon name="user" />
          <span>
            {[account?.first_name, account?.last_name].filter(Boolean).join(" ")}
            <span className={css.note}>{account?.email}</span>
          </span>
          {(purchaser.fields.length > 0 || survey.form.groups.length > 0) && (
            <Button kind="text" size="small" onClick={() => goToStep("details")}>
              {t("express.change")}
            </Button>
          )}
        </p>
        <TermsField terms={terms} />
        <div className={checkoutCss.pay}>
          <Button kind="primary" wide busy={isBusy} onClick={onPay}>
            {label}
          </Button>
        </div>
        <p>
          <Button kind="text" size="small" onClick={() => goToStep("payment")}>
            {t("express.other")}
          </Button>
        </p>
      </div>
    </PageSection>
  );
}
