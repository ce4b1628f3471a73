import type { ReactNode } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { BlockSummary } from "@foyer/rules/checkout/blockSummary.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { PageSection } from "@foyer/ui/layout/Layout.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { AddressFields } from "../../../shared/identityForm/AddressFields.tsx";
import checkoutCss from "../Checkout.module.css";
import css from "./Payment.module.css";
import { checkoutStrings } from "../checkout.strings.ts";
import { FailureBanner, ReloadButton } from "../FailureBanner.tsx";
import { GiftCardButton } from "../giftcards/GiftCardDialog.tsx";
import { TermsField } from "../purchaser/TermsField.tsx";
import type { CheckoutParts } from "../useCheckoutParts.ts";
import { AmountDue } from "./AmountDue.tsx";
import { CaptchaNotice } from "./captcha/CaptchaNotice.tsx";
import type { PurchaseState } from "./usePurchase.ts";

export type PaymentSectionProps = {
  readonly cart: Cart;
  readonly block: BlockSummary | undefined;
  readonly parts: CheckoutParts;
  readonly purchase: PurchaseState;
  readonly payLabel: string;
  /** Another button pays in a single press. */
  readonly isSecondary: boolean;
  /** The totals, unless a panel beside the form has them. */
  readonly totals: ReactNode;
};

/** The payment of the order: gift cards, the gateway's fields, terms, totals and the pay button. */
export function PaymentSection({ cart, block, parts, purchase, payLabel, isSecondary, totals }: PaymentSectionProps) {
  const t = useText(checkoutStrings);
  const { amount, giftCards, payment, purchaser, terms, isAutoRenewed } = parts;
  const { mode } = payment;
  const isPayable = mode !== "unsupported" && mode !== "unavailable";
  const isFree = mode === "free" && giftCards.offers.length === 0;
  const { problem } = purchase;
  const isOutdated = problem?.kind === "outdated" || (problem?.kind === "fields" && purchaser.isOutdated);
  const failure =
    problem?.kind === "message" || problem?.kind === "answers"
      ? problem.text
      : problem?.kind === "gift_card_short"
        ? t("checkout.gift_card_short")
        : isOutdated
          ? t("checkout.outdated")
          : terms.announcesChange
            ? t("terms.changed")
            : undefined;
  return (
    <PageSection
      heading={t("checkout.payment")}
      headingId="checkout-payment"
      action={payment.isTestMode && <Tag tone="warning">{t("card.test_mode")}</Tag>}
    >
      <div className={checkoutCss.content}>
        <FailureBanner text={failure} isFromServer action={isOutdated && <ReloadButton />} />
        {giftCards.isIncomplete && <Banner tone="warning">{t("gift_card.not_restored")}</Banner>}
        <GiftCardButton giftCards={giftCards} />
        {mode === "free" && (
          <p className={checkoutCss.quiet}>{t(isFree ? "checkout.nothing_due" : "checkout.gift_cards_pay")}</p>
        )}
        {mode === "unsupported" && <Banner tone="warning">{t("checkout.unsupported")}</Banner>}
        {mode === "unavailable" && <Banner tone="warning">{t("checkout.provider_unavailable")}</Banner>}
        {/* Stays mounted, so that the typed values are kept in case the wallet does not pay. */}
        <div hidden={parts.wallet.name !== undefined}>{payment.fields}</div>
        {purchaser.hasPaymentAddress && <AddressFields form={purchaser} />}
        {isAutoRenewed && isPayable && <p className={css.autoRenew}>{t("checkout.auto_renew")}</p>}
        {isPayable && <TermsField terms={terms} isFree={isFree} />}
        <AmountDue
          {...{ cart, giftCards, payment, block, totals }}
          label={payLabel}
          isSecondary={isSecondary}
          amount={amount.amount}
          isPayable={isPayable}
          isBusy={purchase.isBusy || giftCards.isRestoring}
        />
        {isPayable && <CaptchaNotice />}
      </div>
    </PageSection>
  );
}
