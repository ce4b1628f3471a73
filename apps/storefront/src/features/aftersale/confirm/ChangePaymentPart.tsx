import type { ReactNode } from "react";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { checkoutStrings } from "../../checkout/checkout.strings.ts";
import { GiftCardButton } from "../../checkout/giftcards/GiftCardDialog.tsx";
import { CaptchaNotice } from "../../checkout/payment/captcha/CaptchaNotice.tsx";
import { TermsField } from "../../checkout/purchaser/TermsField.tsx";
import { confirmStrings } from "../aftersale.strings.ts";
import { ContactLinks } from "../ContactLinks.tsx";
import css from "./Confirm.module.css";
import type { ConfirmForm } from "./useConfirmForm.ts";

export type ChangePaymentPartProps = {
  readonly form: ConfirmForm;
  /** Why the last payment failed. */
  readonly failure: ReactNode;
};

/** The payment of the difference: gift cards, the gateway's fields and the terms. */
export function ChangePaymentPart({ form, failure }: ChangePaymentPartProps) {
  const t = useText(confirmStrings);
  const checkout = useText(checkoutStrings);
  const { payment, giftCards, terms } = form;
  const { mode } = payment;
  const isPayable = mode !== "unsupported" && mode !== "unavailable";
  return (
    <section className={css.part} aria-labelledby="checkout-payment">
      <div className={css.heading}>
        <h2 id="checkout-payment">{t("confirm.pay")}</h2>
        {payment.isTestMode && <Tag tone="warning">{checkout("card.test_mode")}</Tag>}
      </div>
      {failure}
      {giftCards.isIncomplete && <Banner tone="warning">{checkout("gift_card.not_restored")}</Banner>}
      <GiftCardButton giftCards={giftCards} />
      {mode === "free" && <p className={css.muted}>{checkout("checkout.gift_cards_pay")}</p>}
      {mode === "unsupported" && (
        <>
          <Banner tone="warning">{t("confirm.unpayable")}</Banner>
          <ContactLinks />
        </>
      )}
      {mode === "unavailable" && <Banner tone="warning">{checkout("checkout.provider_unavailable")}</Banner>}
      {payment.fields}
      {payment.needsAddress && <Banner tone="warning">{t("confirm.address")}</Banner>}
      {isPayable && <TermsField terms={terms} />}
      {isPayable && <CaptchaNotice />}
    </section>
  );
}
