import { useEffect, useEffectEvent, useRef } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import { toWire } from "@foyer/rules/money.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { BottomBar } from "@foyer/ui/BottomBar.tsx";
import { Page, Section, Sections } from "@foyer/ui/Layout.tsx";
import { Spinner } from "@foyer/ui/Spinner.tsx";
import { Tag } from "@foyer/ui/Tag.tsx";
import { Price, useMoney, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { tell } from "../../shared/tell.ts";
import { CartLines } from "../cart/CartLines.tsx";
import { CartTimer } from "../cart/CartTimer.tsx";
import { CartTotals } from "../cart/CartTotals.tsx";
import { CardFields } from "./CardFields.tsx";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";
import { IdentityFields } from "./IdentityFields.tsx";
import { LineDescription } from "./LineDescription.tsx";
import { PayButton } from "./PayButton.tsx";
import { ProviderPlace } from "./ProviderPlace.tsx";
import type { Returned } from "./stripe.ts";
import { TermsField } from "./TermsField.tsx";
import { useBankReturn } from "./useBankReturn.ts";
import { useBuy } from "./useBuy.ts";
import { useCheckoutForm } from "./useCheckoutForm.ts";

const formId = "checkout";

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
  const buying = useBuy(cart, own);
  const { form, purchaser, terms, amount, card, hasErrors, submit, meet } = useCheckoutForm(cart, buying, returned);
  const isReturning = useBankReturn(cart, own, returned, buying, meet);
  const due = toWire(amount, cart.currency);
  const { way } = card;
  const label = way === "free" ? t("checkout.complete_order") : t("checkout.pay", { amount: money(due) });
  const { problem } = buying;
  const isPayable = way !== "unsupported" && way !== "unavailable";

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
        <form id={formId} ref={form} className={css.form} noValidate onSubmit={submit}>
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
                <CartLines cart={cart} more={(line) => <LineDescription line={line} />} />
              </div>
            </Section>
            <Section heading={t("checkout.details")} headingId="checkout-details">
              <div className={css.content}>
                <IdentityFields {...purchaser} onAnswer={purchaser.answer} />
              </div>
            </Section>
            <Section
              heading={t("checkout.payment")}
              headingId="checkout-payment"
              action={way === "test" && <Tag tone="warning">{t("card.test_mode")}</Tag>}
            >
              <div className={css.content}>
                <Mishap text={problem?.kind === "said" ? problem.text : undefined} isAnswer />
                {way === "free" && <p className={css.quiet}>{t("checkout.nothing_due")}</p>}
                {way === "unsupported" && <Banner tone="warning">{t("checkout.unsupported")}</Banner>}
                {way === "unavailable" && <Banner tone="warning">{t("checkout.provider_unavailable")}</Banner>}
                {card.asksCard && <CardFields card={card.card} problems={card.problems} onChange={card.change} />}
                {way === "stripe" && <ProviderPlace card={card} />}
                {terms.terms && isPayable && (
                  <TermsField
                    terms={terms.terms}
                    accepted={terms.accepted}
                    error={terms.isMissing ? shared("form.required") : undefined}
                    onChange={terms.accept}
                  />
                )}
                <div className={css.owed}>
                  <CartTotals cart={cart} />
                  {isPayable && (
                    <div className={css.pay}>
                      <PayButton card={card} label={label} isBusy={buying.isBusy} wide />
                    </div>
                  )}
                </div>
              </div>
            </Section>
          </Sections>
        </form>
      </Page>
      <BottomBar
        label={t("checkout.bar")}
        summary={
          <p className={css.total}>
            <span>{t("checkout.total_to_pay")}</span>
            <Price amount={due} />
          </p>
        }
        action={<PayButton card={card} label={label} isBusy={buying.isBusy} form={formId} />}
      />
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
