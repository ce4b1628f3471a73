import { useEffect, useEffectEvent } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { blockSummary, type BlockSummary } from "@foyer/rules/checkout/blockSummary.ts";
import { hasSchedule } from "@foyer/rules/checkout/plan/partialPayment.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Columns, Page, Sections } from "@foyer/ui/layout/Layout.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { track } from "../../shared/analytics/track.ts";
import { useIsWide } from "../../shared/page/useIsWide.ts";
import { useMoney, useText } from "../../shared/seller/seller.tsx";
import { sharedStrings } from "../../shared/text/shared.strings.ts";
import { CartTimer } from "../cart/expiry/CartTimer.tsx";
import { useRemoval } from "../cart/widget/useRemoval.ts";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";
import { BlockedCart, CodeRequiredDialog, codeRequiredModalName } from "./codes/BlockedCart.tsx";
import { ConfirmingPayment } from "./ConfirmingPayment.tsx";
import { FailureBanner } from "./FailureBanner.tsx";
import { GiftCardDialog } from "./giftcards/GiftCardDialog.tsx";
import { OrderAside, OrderExtras, CollapsedOrder } from "./OrderSection.tsx";
import { PartPaidBanner } from "./PartPaidBanner.tsx";
import { AmountTotals, PayBar } from "./payment/AmountDue.tsx";
import type { ReturnedPayment } from "./payment/gateways.ts";
import { WalletSection } from "./express/WalletSection.tsx";
import { ExpressPayment } from "./express/ExpressPayment.tsx";
import { PaymentPlan } from "./payment/PaymentPlan.tsx";
import { PaymentSection } from "./payment/PaymentSection.tsx";
import { useBankReturn } from "./payment/useBankReturn.ts";
import { usePurchase } from "./payment/usePurchase.ts";
import { DetailsSection } from "./purchaser/DetailsSection.tsx";
import { TermsDialog } from "./purchaser/TermsDialog.tsx";
import { useCheckoutForm } from "./useCheckoutForm.ts";

const formId = "checkout";

type CheckoutFormState = ReturnType<typeof useCheckoutForm>;

export type CheckoutFormProps = {
  readonly cart: Cart;
  /** False for a cart that was opened by its link. */
  readonly isOwn: boolean;
  /** A payment whose payer returns from the bank's page. */
  readonly returnedPayment: ReturnedPayment | undefined;
};

/** Tracks the start of the checkout once for each cart, but not again for a payer who returns from the bank. */
const useTrackCheckoutStart = (cart: Cart, isBack: boolean): void => {
  const trackStart = useEffectEvent(() =>
    track((analytics) => [analytics.beginCheckoutEvent(cart.lines, cart.currency)]),
  );
  useEffect(() => {
    if (!isBack) trackStart();
  }, [cart.id, isBack]);
};

/** Shows what blocks the payment: the dialog that asks for a code, or the section with the reasons. */
const useShowBlock = (cart: Cart, block: BlockSummary | undefined): (() => void) => {
  const codeRequired = useModal(codeRequiredModalName);
  return () =>
    block?.kind === "code_required" && cart.editable
      ? codeRequired.open()
      : document.querySelector("#checkout-blocked")?.scrollIntoView({ block: "center" });
};

/** The labels of the pay buttons: of the form, which names a pressed wallet, and of the saved card. */
const usePayLabels = (cart: Cart, { giftCards, payment, wallet, savedCard }: CheckoutFormState["parts"]) => {
  const t = useText(checkoutStrings);
  const due = useMoney()(toDecimal(giftCards.remaining, cart.currency));
  const byCard = (card: string): string => t("express.pay", { amount: due, card });
  const byForm = payment.mode === "free" ? t("checkout.complete_order") : t("checkout.pay", { amount: due });
  return {
    due,
    payLabel: wallet.name === undefined ? byForm : byCard(wallet.name),
    savedLabel: byCard(savedCard?.label ?? ""),
  };
};

/** The buyer and the payment, in that order; the order is beside them, or above them on a narrow page. */
export function CheckoutForm({ cart, isOwn, returnedPayment }: CheckoutFormProps) {
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const isWide = useIsWide();
  const purchase = usePurchase(cart, isOwn);
  const block = blockSummary(cart);
  const removal = useRemoval(cart);
  const onBlocked = useShowBlock(cart, block);
  const { form, parts, paid, hasErrors, submit, handleProblem, startNextPart, ...checkout } = useCheckoutForm({
    cart,
    isOwn,
    purchase,
    returnedPayment,
    block,
    onBlocked,
  });
  const { amount, giftCards, payment } = parts;
  const isReturning = useBankReturn({
    cart,
    isOwn,
    returnedPayment,
    purchase,
    onProblem: handleProblem,
    onPartial: startNextPart,
  });
  useTrackCheckoutStart(cart, returnedPayment !== undefined);

  const { due, payLabel, savedLabel } = usePayLabels(cart, parts);
  const walletProblem = checkout.isByWallet && purchase.problem?.kind === "message" ? purchase.problem.text : undefined;
  const isBusy = purchase.isBusy || giftCards.isRestoring;
  const asksForDetails = purchase.problem?.kind === "details_needed";
  const formError = asksForDetails ? t("checkout.details_again") : hasErrors ? shared("form.errors") : undefined;

  const totals = <AmountTotals cart={cart} amount={amount.amount} giftCards={giftCards} />;

  if (isReturning) return <ConfirmingPayment />;
  return (
    <>
      <Page>
        <div className={css.head}>
          <h1>{t("checkout.title")}</h1>
        </div>
        {isOwn && !isWide && <TimerBar />}
        <Columns aside={isWide && <OrderAside {...{ cart, isOwn, removal, block, totals }} />}>
          <div className={css.form} ref={form}>
            <PartPaidBanner paid={paid} />
            <FailureBanner text={formError} isFromServer={asksForDetails} />
            {!isWide && <CollapsedOrder {...{ cart, isOwn, removal }} total={due} />}
            <Sections>
              {block && <BlockedCart cart={cart} block={block} />}
              <ExpressSections
                {...{ cart, parts, checkout, isBusy }}
                isBlocked={block !== undefined}
                savedLabel={savedLabel}
                problem={walletProblem}
              />
              <form className={css.innerForm} noValidate onSubmit={submit}>
                <DetailsSection
                  purchaser={parts.purchaser}
                  account={parts.account}
                  survey={parts.survey}
                  isOwn={isOwn}
                />
                {/* Lets the Enter key submit. */}
                <button type="submit" hidden />
              </form>
              {!isWide && <OrderExtras cart={cart} block={block} />}
              <form id={formId} className={css.innerForm} noValidate onSubmit={submit}>
                {(hasSchedule(cart) || cart.completed_payments.length > 0) && (
                  <PaymentPlan cart={cart} amount={amount} />
                )}
                <PaymentSection
                  {...{ cart, block, parts }}
                  payLabel={payLabel}
                  purchase={walletProblem === undefined ? purchase : { ...purchase, problem: null }}
                  isSecondary={checkout.means === "saved_card"}
                  totals={isWide ? undefined : totals}
                />
              </form>
            </Sections>
          </div>
        </Columns>
      </Page>
      <PayBar
        {...{ cart, giftCards, payment, block }}
        label={checkout.means === "saved_card" ? savedLabel : payLabel}
        form={formId}
        isBusy={isBusy}
        missing={checkout.missing}
        onPaySaved={checkout.means === "saved_card" ? checkout.paySaved : undefined}
      />
      <TermsDialog terms={parts.terms} />
      <GiftCardDialog giftCards={giftCards} />
      {block && <CodeRequiredDialog cart={cart} block={block} />}
    </>
  );
}

function TimerBar() {
  return (
    <div className={css.timer}>
      <CartTimer />
    </div>
  );
}

type ExpressSectionsProps = {
  readonly cart: Cart;
  readonly parts: CheckoutFormState["parts"];
  readonly checkout: Pick<CheckoutFormState, "isExpress" | "paySaved" | "payByWallet" | "refuseWallet">;
  readonly isBlocked: boolean;
  readonly isBusy: boolean;
  readonly savedLabel: string;
  /** Why the wallet was not charged. */
  readonly problem: string | undefined;
};

/** Ways to pay without filling in the form: a saved card, or this browser's wallets. */
function ExpressSections({ cart, parts, checkout, isBlocked, isBusy, savedLabel, problem }: ExpressSectionsProps) {
  const { WalletButtons, savedCard } = parts;
  return (
    <>
      {checkout.isExpress && (
        <ExpressPayment parts={parts} label={savedLabel} isBusy={isBusy} onPay={checkout.paySaved} />
      )}
      {WalletButtons && !isBlocked && !savedCard && (
        <WalletSection
          Buttons={WalletButtons}
          cart={cart}
          parts={parts}
          problem={problem}
          isBusy={isBusy}
          onConfirm={checkout.payByWallet}
          onRefusal={checkout.refuseWallet}
        />
      )}
    </>
  );
}
