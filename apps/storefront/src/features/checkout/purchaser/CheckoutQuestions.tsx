import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import css from "./Purchaser.module.css";
import { stepHeadingId } from "../checkoutSteps.ts";
import { checkoutStrings } from "../checkout.strings.ts";
import type { CheckoutSurveyForm } from "./useCheckoutSurvey.ts";

/** The seller's questions about the contents of the cart that are asked at the checkout. */
export function CheckoutQuestions({ survey }: { readonly survey: CheckoutSurveyForm }) {
  const t = useText(checkoutStrings);
  const { Fields, form, isFailed, retry } = survey;
  if (isFailed)
    return (
      <Banner tone="error" action={<Button onClick={retry}>{t("checkout.questions_again")}</Button>}>
        {t("checkout.questions_failed")}
      </Banner>
    );
  if (!Fields || form.groups.length === 0) return null;
  return (
    <div role="group" aria-labelledby={stepHeadingId("questions")} className={css.questions}>
      <h3 id={stepHeadingId("questions")}>{t("checkout.questions")}</h3>
      <Fields groups={form.groups} details={survey} />
    </div>
  );
}
