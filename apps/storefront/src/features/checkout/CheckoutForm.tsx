import { lazy, Suspense, useEffect, useEffectEvent, useRef } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import { blockOf } from "@foyer/rules/blockedCart.ts";
import { toWire, type Minor } from "@foyer/rules/money.ts";
import { hasSchedule } from "@foyer/rules/partPayment.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Page, Section, Sections } from "@foyer/ui/Layout.tsx";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import { Spinner } from "@foyer/ui/Spinner.tsx";
import { Tag } from "@foyer/ui/Tag.tsx";
import { loadChunk } from "../../shared/loadChunk.ts";
import { useMoney, useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { tell } from "../../shared/tell.ts";
import { CartLines } from "../cart/CartLines.tsx";
import { CartTimer } from "../cart/CartTimer.tsx";
import { CheckoutLogin } from "../login/CheckoutLogin.tsx";
import { useMember } from "../login/useMember.ts";
import { BlockedCart, CodeRequired, codeRequiredModal } from "./BlockedCart.tsx";
import { CardFields } from "./CardFields.tsx";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";
import { CaptchaNotice } from "./CaptchaNotice.tsx";
import { GiftCardChoice, GiftCardDialog } from "./GiftCards.tsx";
import { LineDescription } from "./LineDescription.tsx";
import { NewAccount } from "./NewAccount.tsx";
import { Owed, PayBar } from "./Owed.tsx";
import { PaymentPlan } from "./PaymentPlan.tsx";
import { PromoCodes } from "./PromoCodes.tsx";
import { ProviderPlace } from "./ProviderPlace.tsx";
import { PurchaserSection } from "./PurchaserSection.tsx";
import { isTestKey, type Returned } from "./stripe.ts";
import { TermsField } from "./TermsField.tsx";
import { useBankReturn } from "./useBankReturn.ts";
import { useBuy } from "./useBuy.ts";
import { useCheckoutForm } from "./useCheckoutForm.ts";

const formId = "checkout";

/** Asked for by few sellers. */
const Donation = lazy(() => loadChunk(() => import("./Donation.tsx")).then((part) => ({ default: part.Donation })));

export type CheckoutFormProps = {
  readonly cart: Cart;
  /** False for a cart that was opened by its link. */
  readonly own: boolean;
  /** A payment whose payer comes back from their bank. */
  readonly returned: Returned | undefined;
};

/** What is bought, by whom, and how it is paid: one column, paying last. */
export function CheckoutForm({ cart, own, returned }: CheckoutFormProps) {
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const money = useMoney();
  const { isMember } = useMember();
  const buying = useBuy(cart, own);
  const block = blockOf(cart);
  const codeRequired = useModal(codeRequiredModal);
  const { form, purchaser, account, terms, amount, gifts, card, renews, paid, hasErrors, submit, meet, goOn } =
    useCheckoutForm(cart, buying, {
      own,
      returned,
      block,
      onBlocked: () =>
        block?.kind === "code_required" && cart.editable
          ? codeRequired.open()
          : document.querySelector("#checkout-blocked")?.scrollIntoView({ block: "center" }),
    });
  const isReturning = useBankReturn(cart, own, returned, buying, meet, goOn);
  const { way } = card;
  const label =
    way === "free"
      ? t("checkout.complete_order")
      : t("checkout.pay", { amount: money(toWire(gifts.rest, cart.currency)) });
  const { problem } = buying;
  const isTrial = way === "test" || (way === "stripe" && isTestKey(cart.cart_fees[0]?.publishable_key));
  const isPayable = way !== "unsupported" && way !== "unavailable";
  const { checkout_donation_event_id } = useSeller().web;

  const tellBegun = useEffectEvent(() => tell((words) => [words.checkoutMeasured(cart.lines, cart.currency)]));
  useEffect(() => {
    // Once for each cart; a payer who is back from their bank begins nothing.
    if (returned === undefined) tellBegun();
  }, [cart.id, returned]);

  if (isReturning) return <Confirming />;
  return (
    <>
      <Page>
        <div className={css.head}>
          <h1>{t("checkout.title")}</h1>
          {own && <CartTimer />}
        </div>
        <div className={css.form}>
          <PartPaid paid={paid} />
          <Mishap
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
            <Section heading={t("checkout.order")} headingId="checkout-order">
              <div className={css.content}>
                {!own && <p className={css.quiet}>{t("checkout.linked")}</p>}
                {isMember && <p className={css.quiet}>{t("checkout.member")}</p>}
                <CartLines cart={cart} more={(line) => <LineDescription line={line} />} />
                <PromoCodes cart={cart} isAsked={block?.kind === "code_required"} />
                {checkout_donation_event_id !== undefined && cart.editable && !cart.payment_in_progress && (
                  <Suspense fallback={null}>
                    <Donation cart={cart} event_template_id={checkout_donation_event_id} />
                  </Suspense>
                )}
              </div>
            </Section>
            {block && <BlockedCart cart={cart} block={block} />}
            <form id={formId} ref={form} className={css.rest} noValidate onSubmit={submit}>
              <Section heading={t("checkout.details")} headingId="checkout-details">
                <div className={css.content}>
                  {own && !purchaser.account && <CheckoutLogin />}
                  <PurchaserSection purchaser={purchaser} />
                  {account.asked !== "no" && <NewAccount account={account} />}
                </div>
              </Section>
              {(hasSchedule(cart) || cart.completed_payments.length > 0) && <PaymentPlan cart={cart} amount={amount} />}
              <Section
                heading={t("checkout.payment")}
                headingId="checkout-payment"
                action={isTrial && <Tag tone="warning">{t("card.test_mode")}</Tag>}
              >
                <div className={css.content}>
                  <Mishap
                    text={
                      problem?.kind === "said"
                        ? problem.text
                        : problem?.kind === "gift_card_short"
                          ? t("checkout.gift_card_short")
                          : undefined
                    }
                    isAnswer
                  />
                  <GiftCardChoice gifts={gifts} />
                  {way === "free" && (
                    <p className={css.quiet}>
                      {t(gifts.offers.length > 0 ? "checkout.gift_cards_pay" : "checkout.nothing_due")}
                    </p>
                  )}
                  {way === "unsupported" && <Banner tone="warning">{t("checkout.unsupported")}</Banner>}
                  {way === "unavailable" && <Banner tone="warning">{t("checkout.provider_unavailable")}</Banner>}
                  {card.asksCard && (
                    <CardFields key={paid.parts} card={card.card} problems={card.problems} onChange={card.change} />
                  )}
                  {way === "stripe" && <ProviderPlace card={card} />}
                  {renews && isPayable && <p className={css.renews}>{t("checkout.auto_renew")}</p>}
                  {terms.terms && isPayable && (
                    <TermsField
                      terms={terms.terms}
                      accepted={terms.accepted}
                      error={terms.isMissing ? shared("form.required") : undefined}
                      onChange={terms.accept}
                    />
                  )}
                  <Owed
                    {...{ cart, gifts, card, block, label }}
                    amount={amount.amount}
                    isPayable={isPayable}
                    isBusy={buying.isBusy}
                  />
                  {isPayable && <CaptchaNotice />}
                </div>
              </Section>
            </form>
          </Sections>
        </div>
      </Page>
      <PayBar {...{ cart, gifts, card, block, label }} form={formId} isBusy={buying.isBusy} />
      <GiftCardDialog gifts={gifts} />
      {block && <CodeRequired cart={cart} block={block} />}
    </>
  );
}

function Confirming() {
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
function PartPaid({ paid }: { readonly paid: { readonly amount: Minor; readonly parts: number } }) {
  const t = useText(checkoutStrings);
  const money = useMoney();
  const { default_currency_code: currency } = useSeller();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (paid.parts === 0) return;
    window.scrollTo({ top: 0 });
    place.current?.focus({ preventScroll: true });
  }, [paid.parts]);
  if (paid.parts === 0) return null;
  return (
    <div ref={place} className={css.mishap} tabIndex={-1}>
      <Banner tone="success">{t("checkout.part_paid", { amount: money(toWire(paid.amount, currency)) })}</Banner>
    </div>
  );
}

/** What went wrong. An answer of the server is brought into view and read; the form's own errors lead to their fields. */
function Mishap({ text, isAnswer }: { readonly text: string | undefined; readonly isAnswer: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text === undefined || !isAnswer) return;
    place.current?.scrollIntoView({ block: "center" });
    place.current?.focus({ preventScroll: true });
  }, [text, isAnswer]);
  if (text === undefined) return null;
  return (
    <div ref={place} className={css.mishap} tabIndex={-1}>
      <Banner tone="error">{text}</Banner>
    </div>
  );
}
