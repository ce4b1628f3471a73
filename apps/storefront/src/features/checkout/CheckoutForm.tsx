import { lazy, Suspense, useEffect, useEffectEvent, useRef } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { blockSummary } from "@foyer/rules/checkout/blockSummary.ts";
import { toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import { hasSchedule } from "@foyer/rules/checkout/partialPayment.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Page, PageSection, Sections } from "@foyer/ui/layout/Layout.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { Spinner } from "@foyer/ui/feedback/Spinner.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { loadChunk } from "../../shared/loading/loadChunk.ts";
import { useMoney, useSeller, useText } from "../../shared/seller/seller.tsx";
import { sharedStrings } from "../../shared/text/shared.strings.ts";
import { track } from "../../shared/analytics/track.ts";
import { CartLines } from "../cart/widget/CartLines.tsx";
import { CartTimer } from "../cart/expiry/CartTimer.tsx";
import { CheckoutLogin } from "../login/panel/CheckoutLogin.tsx";
import { useMember } from "../login/session/useMember.ts";
import { BlockedCart, CodeRequiredDialog, codeRequiredModalName } from "./codes/BlockedCart.tsx";
import { TestCardFields } from "./payment/testGateway/TestCardFields.tsx";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";
import { CaptchaNotice } from "./payment/CaptchaNotice.tsx";
import { GiftCardButton, GiftCardDialog } from "./giftcards/GiftCardDialog.tsx";
import { LineDescription } from "./LineDescription.tsx";
import { NewAccount } from "./purchaser/NewAccount.tsx";
import { AmountDue, PayBar } from "./payment/AmountDue.tsx";
import { PaymentPlan } from "./payment/PaymentPlan.tsx";
import { CheckoutCodes } from "./codes/CheckoutCodes.tsx";
import { ProviderFields } from "./payment/ProviderFields.tsx";
import { PurchaserSection } from "./purchaser/PurchaserSection.tsx";
import { isTestKey, type ReturnedPayment } from "./payment/stripe/stripe.ts";
import { TermsField } from "./purchaser/TermsField.tsx";
import { useBankReturn } from "./payment/useBankReturn.ts";
import { usePurchase } from "./payment/usePurchase.ts";
import { useCheckoutForm } from "./useCheckoutForm.ts";

const formId = "checkout";

/** Asked for by few sellers. */
const Donation = lazy(() => loadChunk(() => import("./Donation.tsx")).then((part) => ({ default: part.Donation })));

export type CheckoutFormProps = {
  readonly cart: Cart;
  /** False for a cart that was opened by its link. */
  readonly isOwn: boolean;
  /** A payment whose payer comes back from their bank. */
  readonly returnedPayment: ReturnedPayment | undefined;
};

/** What is bought, by whom, and how it is paid: one column, paying last. */
export function CheckoutForm({ cart, isOwn, returnedPayment }: CheckoutFormProps) {
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const money = useMoney();
  const { isMember } = useMember();
  const purchase = usePurchase(cart, isOwn);
  const block = blockSummary(cart);
  const codeRequired = useModal(codeRequiredModalName);
  const {
    form,
    purchaser,
    account,
    terms,
    amount,
    giftCards,
    card,
    isAutoRenewed,
    paid,
    hasErrors,
    submit,
    handleProblem,
    startNextPart,
  } = useCheckoutForm(cart, purchase, {
    isOwn,
    returnedPayment,
    block,
    onBlocked: () =>
      block?.kind === "code_required" && cart.editable
        ? codeRequired.open()
        : document.querySelector("#checkout-blocked")?.scrollIntoView({ block: "center" }),
  });
  const isReturning = useBankReturn(cart, isOwn, returnedPayment, purchase, handleProblem, startNextPart);
  const { mode } = card;
  const payLabel =
    mode === "free"
      ? t("checkout.complete_order")
      : t("checkout.pay", { amount: money(toDecimal(giftCards.remaining, cart.currency)) });
  const { problem } = purchase;
  const isTestMode = mode === "test" || (mode === "stripe" && isTestKey(cart.cart_fees[0]?.publishable_key));
  const isPayable = mode !== "unsupported" && mode !== "unavailable";
  const { checkout_donation_event_id } = useSeller().web;

  const trackCheckoutStart = useEffectEvent(() =>
    track((analytics) => [analytics.beginCheckoutEvent(cart.lines, cart.currency)]),
  );
  useEffect(() => {
    // Once for each cart; a payer who is back from their bank begins nothing.
    if (returnedPayment === undefined) trackCheckoutStart();
  }, [cart.id, returnedPayment]);

  if (isReturning) return <ConfirmingPayment />;
  return (
    <>
      <Page>
        <div className={css.head}>
          <h1>{t("checkout.title")}</h1>
          {isOwn && <CartTimer />}
        </div>
        <div className={css.form}>
          <PartPaidBanner paid={paid} />
          <FailureBanner
            text={
              problem?.kind === "details_again"
                ? t("checkout.details_again")
                : hasErrors
                  ? shared("form.errors")
                  : undefined
            }
            isAnswer={problem?.kind === "details_again"}
          />
          <Sections>
            <PageSection heading={t("checkout.order")} headingId="checkout-order">
              <div className={css.content}>
                {!isOwn && <p className={css.quiet}>{t("checkout.linked")}</p>}
                {isMember && <p className={css.quiet}>{t("checkout.member")}</p>}
                <CartLines cart={cart} extraOf={(line) => <LineDescription line={line} />} />
                <CheckoutCodes cart={cart} isRequired={block?.kind === "code_required"} />
                {checkout_donation_event_id !== undefined && cart.editable && !cart.payment_in_progress && (
                  <Suspense fallback={null}>
                    <Donation cart={cart} event_template_id={checkout_donation_event_id} />
                  </Suspense>
                )}
              </div>
            </PageSection>
            {block && <BlockedCart cart={cart} block={block} />}
            <form id={formId} ref={form} className={css.rest} noValidate onSubmit={submit}>
              <PageSection heading={t("checkout.details")} headingId="checkout-details">
                <div className={css.content}>
                  {isOwn && !purchaser.account && <CheckoutLogin />}
                  <PurchaserSection purchaser={purchaser} />
                  {account.asked !== "no" && <NewAccount account={account} />}
                </div>
              </PageSection>
              {(hasSchedule(cart) || cart.completed_payments.length > 0) && <PaymentPlan cart={cart} amount={amount} />}
              <PageSection
                heading={t("checkout.payment")}
                headingId="checkout-payment"
                action={isTestMode && <Tag tone="warning">{t("card.test_mode")}</Tag>}
              >
                <div className={css.content}>
                  <FailureBanner
                    text={
                      problem?.kind === "said"
                        ? problem.text
                        : problem?.kind === "gift_card_short"
                          ? t("checkout.gift_card_short")
                          : undefined
                    }
                    isAnswer
                  />
                  <GiftCardButton giftCards={giftCards} />
                  {mode === "free" && (
                    <p className={css.quiet}>
                      {t(giftCards.offers.length > 0 ? "checkout.gift_cards_pay" : "checkout.nothing_due")}
                    </p>
                  )}
                  {mode === "unsupported" && <Banner tone="warning">{t("checkout.unsupported")}</Banner>}
                  {mode === "unavailable" && <Banner tone="warning">{t("checkout.provider_unavailable")}</Banner>}
                  {card.asksForCard && (
                    <TestCardFields key={paid.parts} card={card.card} problems={card.problems} onChange={card.update} />
                  )}
                  {mode === "stripe" && <ProviderFields card={card} />}
                  {isAutoRenewed && isPayable && <p className={css.renews}>{t("checkout.auto_renew")}</p>}
                  {terms.terms && isPayable && (
                    <TermsField
                      terms={terms.terms}
                      accepted={terms.accepted}
                      error={terms.isMissing ? shared("form.required") : undefined}
                      onChange={terms.accept}
                    />
                  )}
                  <AmountDue
                    {...{ cart, giftCards, card, block, label: payLabel }}
                    amount={amount.amount}
                    isPayable={isPayable}
                    isBusy={purchase.isBusy}
                  />
                  {isPayable && <CaptchaNotice />}
                </div>
              </PageSection>
            </form>
          </Sections>
        </div>
      </Page>
      <PayBar {...{ cart, giftCards, card, block, label: payLabel }} form={formId} isBusy={purchase.isBusy} />
      <GiftCardDialog giftCards={giftCards} />
      {block && <CodeRequiredDialog cart={cart} block={block} />}
    </>
  );
}

function ConfirmingPayment() {
  const t = useText(checkoutStrings);
  return (
    <Page>
      <div className={css.said} role="status">
        <Spinner />
        <h1>{t("checkout.confirming")}</h1>
        <p>{t("checkout.confirming.text")}</p>
      </div>
    </Page>
  );
}

/** A part is paid: said at the top of the page, which is where its reader is led. */
function PartPaidBanner({ paid }: { readonly paid: { readonly amount: Minor; readonly parts: number } }) {
  const t = useText(checkoutStrings);
  const money = useMoney();
  const { default_currency_code: currency } = useSeller();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (paid.parts === 0) return;
    window.scrollTo({ top: 0 });
    box.current?.focus({ preventScroll: true });
  }, [paid.parts]);
  if (paid.parts === 0) return null;
  return (
    <div ref={box} className={css.mishap} tabIndex={-1}>
      <Banner tone="success">{t("checkout.part_paid", { amount: money(toDecimal(paid.amount, currency)) })}</Banner>
    </div>
  );
}

/** What went wrong. An answer of the server is brought into view and read; the form's own errors lead to their fields. */
function FailureBanner({ text, isAnswer }: { readonly text: string | undefined; readonly isAnswer: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text === undefined || !isAnswer) return;
    box.current?.scrollIntoView({ block: "center" });
    box.current?.focus({ preventScroll: true });
  }, [text, isAnswer]);
  if (text === undefined) return null;
  return (
    <div ref={box} className={css.mishap} tabIndex={-1}>
      <Banner tone="error">{text}</Banner>
    </div>
  );
}
