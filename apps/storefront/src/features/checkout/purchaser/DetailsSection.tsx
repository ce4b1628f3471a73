import { PageSection } from "@foyer/ui/layout/Layout.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { CheckoutLogin } from "../../login/panel/CheckoutLogin.tsx";
import css from "../Checkout.module.css";
import { checkoutStrings } from "../checkout.strings.ts";
import { CheckoutQuestions } from "./CheckoutQuestions.tsx";
import { NewAccountFields } from "./NewAccountFields.tsx";
import { PurchaserSection } from "./PurchaserSection.tsx";
import type { NewAccountForm } from "./useNewAccount.ts";
import type { CheckoutSurveyForm } from "./useCheckoutSurvey.ts";
import type { PurchaserForm } from "./usePurchaser.ts";

export type DetailsSectionProps = {
  readonly purchaser: PurchaserForm;
  readonly account: NewAccountForm;
  readonly survey: CheckoutSurveyForm;
  readonly isOwn: boolean;
};

/** The buyer: logged in, or with details and perhaps a new account. */
export function DetailsSection({ purchaser, account, survey, isOwn }: DetailsSectionProps) {
  const t = useText(checkoutStrings);
  return (
    <PageSection heading={t("checkout.details")} headingId="checkout-details">
      <div className={css.content}>
        {isOwn && !purchaser.account && <CheckoutLogin />}
        <PurchaserSection purchaser={purchaser} />
        {account.asked !== "no" && <NewAccountFields account={account} />}
        <CheckoutQuestions survey={survey} />
      </div>
    </PageSection>
  );
}
