import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo } from "react";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import type { RefundPreference } from "@foyer/rules/aftersale/quoteChange.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { cartKey } from "../../cart/cart.queries.ts";
import { checkoutStrings } from "../../checkout/checkout.strings.ts";
import { ConfirmingPayment } from "../../checkout/ConfirmingPayment.tsx";
import { FailureBanner, ReloadButton } from "../../checkout/FailureBanner.tsx";
import { GiftCardDialog } from "../../checkout/giftcards/GiftCardDialog.tsx";
import { TermsDialog } from "../../checkout/purchaser/TermsDialog.tsx";
import { chooseRefund } from "../aftersale.queries.ts";
import { confirmStrings } from "../aftersale.strings.ts";
import { FreedVouchers } from "../cancel/FreedVouchers.tsx";
import { isPositiveAmount, orderVisits } from "../cancel/orderVisits.ts";
import { RefundChoice } from "../cancel/RefundChoice.tsx";
import { ChangeTimer } from "../change/ChangeTimer.tsx";
import manage from "../Manage.module.css";
import { managePaths } from "../managePaths.ts";
import type { OrderData } from "../OpenedOrder.tsx";
import { ChangePaymentPart } from "./ChangePaymentPart.tsx";
import { ChangeReceipt } from "./ChangeReceipt.tsx";
import css from "./Confirm.module.css";
import { ConfirmActions } from "./ConfirmActions.tsx";
import { GiftCardLines } from "./GiftCardLines.tsx";
import { LostTickets } from "./LostTickets.tsx";
import { OrderSnapshot } from "./OrderSnapshot.tsx";
import { newSession, useConfirmForm, type ConfirmForm, type ConfirmOptions } from "./useConfirmForm.ts";

export type ConfirmChangeProps = Omit<ConfirmOptions, "access"> & {
  readonly order: OrderData;
  readonly left: number | null;
  readonly onPaying: (isPaying: boolean) => void;
};

/** The order before and after the change, its cost or refund, and its payment and confirmation. */
export function ConfirmChange({ order, cart, left, returnedPayment, leave, onPaying }: ConfirmChangeProps) {
  const { access, reply, actions } = order;
  const t = useText(confirmStrings);
  const { change } = cart;
  const lines = reply.lines[access.ticket_order_id] ?? [];
  const before = new Set(lines.flatMap(({ event_session_id }) => event_session_id ?? []));
  const { form: box, ...form } = useConfirmForm({ access, cart, returnedPayment, leave }, before);
  const { isReturning, purchase } = form;
  const visits = useMemo(
    () => orderVisits(reply, access.ticket_order_id, actions.ticket._data),
    [reply, access.ticket_order_id, actions],
  );
  const passBusy = useEffectEvent(onPaying);
  const isPaying = purchase.isBusy || isReturning;
  useEffect(() => passBusy(isPaying), [isPaying]);

  if (isReturning) return <ConfirmingPayment />;
  const left_session = visits.find(({ tickets }) => tickets.some(({ ticket_id }) => change.removed.includes(ticket_id)))
    ?.line.event_session_id;
  const isStale = cart.blocking_rules.length > 0;
  const hasNewTime = newSession(cart, before) !== undefined;
  return (
    <Page>
      <form ref={box} className={css.form} noValidate onSubmit={form.submit}>
        <header className={manage.head}>
          <h1 tabIndex={-1}>{t("confirm.title")}</h1>
          <p className={css.muted}>{t("confirm.hint")}</p>
          <ChangeTimer cart={cart} left={left} />
        </header>
        {isStale ? <Banner tone="warning">{t("confirm.stale")}</Banner> : form.isFree && <Failure form={form} />}
        <div className={css.compare}>
          <OrderSnapshot title={t("confirm.before")} lines={lines} others={cart.lines} />
          <OrderSnapshot title={t("confirm.after")} lines={cart.lines} others={lines} />
        </div>
        <LostTickets change={change} visits={visits} />
        <FreedVouchers vouchers={change.freed_vouchers} />
        <section className={css.part} aria-labelledby="change-amounts">
          <h2 id="change-amounts">{t("confirm.amounts")}</h2>
          <RefundTo cart={cart} bonus={actions.gift_card_bonus} />
          <ChangeReceipt
            change={change}
            giftCards={<GiftCardLines giftCards={form.giftCards} currency={cart.currency} />}
          />
        </section>
        {!form.isFree && <ChangePaymentPart form={form} failure={!isStale && <Failure form={form} />} />}
        <ConfirmActions
          cart={cart}
          form={form}
          again={left_session == null ? undefined : { href: managePaths.reschedule(access, left_session), hasNewTime }}
          onDiscarded={() => leave("discarded", cart.id)}
        />
      </form>
      <TermsDialog terms={form.terms} />
      <GiftCardDialog giftCards={form.giftCards} />
    </Page>
  );
}

/** Why the change could not be paid for or confirmed. */
function Failure({ form }: { readonly form: ConfirmForm }) {
  const checkout = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const { problem } = form.purchase;
  if (problem?.kind === "outdated")
    return <FailureBanner text={checkout("checkout.outdated")} isFromServer action={<ReloadButton />} />;
  const text =
    problem?.kind === "message" || problem?.kind === "answers"
      ? problem.text
      : problem?.kind === "gift_card_short"
        ? checkout("checkout.gift_card_short")
        : problem?.kind === "details_needed" || problem?.kind === "fields"
          ? shared("error.generic")
          : form.terms.announcesChange
            ? checkout("terms.changed")
            : undefined;
  return <FailureBanner text={text} isFromServer />;
}

/** The choice of refund, if the buyer has one. Each choice updates the open change. */
function RefundTo({ cart, bonus }: { readonly cart: ConfirmChangeProps["cart"]; readonly bonus: number }) {
  const client = useQueryClient();
  const { change, id } = cart;
  const choose = useMutation({
    mutationFn: (preference: RefundPreference) => chooseRefund(id, preference),
    onSuccess: (reply) => client.setQueryData(cartKey(id), reply),
    onError: (error) => reportError(error),
  });
  if (change.refund_to !== "choice" || ![change.refund, change.gift_card].some(isPositiveAmount)) return null;
  const value = choose.isPending ? choose.variables : isPositiveAmount(change.gift_card) ? "gift_card" : "same_means";
  return <RefundChoice value={value} bonus={bonus} onChoose={(preference) => choose.mutate(preference)} />;
}
