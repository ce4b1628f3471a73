import { useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { previewRefundEmails, refundDeskOrder } from "@foyer/contract/office/orders/deskActions.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { AmountField } from "../../../shared/fields/AmountField.tsx";
import { isAmount } from "../../../shared/format/amount.ts";
import { CallError, callOffice } from "../../../shared/call.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { formatMoney } from "../../../shared/format/format.ts";
import { isPaidOut } from "../orderQueries.ts";
import { oneOf } from "../preparedAction.ts";
import { AskColleague } from "./AskColleague.tsx";
import { EmailFields, useEmailChoice } from "../../../shared/email/EmailFields.tsx";
import { EndedEmail } from "../../../shared/email/EndedEmail.tsx";
import { emailTo } from "./useOrderEmail.ts";
import { GiftCardTerms } from "./GiftCardTerms.tsx";
import { pathOf, ReasonField, useOrderAction, useReason, type OrderDialogProps } from "./orderDialog.tsx";
import { destinations, refundDestinations } from "./refundDestinations.ts";
import { SoldGiftCards } from "./SoldGiftCards.tsx";
import css from "./orderDialog.module.css";

/** Refunds money without cancelling tickets; never more than what is left. */
export function RefundDialog({ order, slug, can, prepared, onClose }: OrderDialogProps) {
  const { sums, currency } = order;
  const [amount, setAmount] = useState(prepared.amount ?? "");
  const [to, setDestination] = useState(oneOf(destinations, prepared.refund_to));
  const isCard = to === "gift_card";
  const [reason, setReason] = useReason();
  const choice = useEmailChoice();
  const value = Number(amount);
  const hasAmount = isAmount(amount, currency);
  const isTooMuch = hasAmount && value > Number(sums.left);
  const isAll = hasAmount && value === Number(sums.left);
  const sent = order.payments.every(isPaidOut) ? "The refund can be paid out at a till." : "The refund is on its way.";
  const done = isCard ? "The gift card is issued." : sent;
  const { run, isBusy, failure } = useOrderAction({ order, slug, onClose }, done, () =>
    callOffice(refundDeskOrder, { ...pathOf(order), version: order.version, amount, to, reason, ...choice.sent }, slug),
  );
  const { data, error: refused } = useQuery({
    queryKey: ["refund-emails", slug, order.order_number, order.version, amount, to],
    queryFn: () => callOffice(previewRefundEmails, { ...pathOf(order), amount, to }, slug),
    enabled: hasAmount && !isTooMuch && value > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const [email = null, ...others] = data?.emails ?? [];
  // The preview of the e-mails refuses an amount that a card cannot get back before it is sent.
  const refusedAmount = refused instanceof CallError && refused.fields.includes("amount") ? refused.message : undefined;
  const isReady = hasAmount && !isTooMuch && refusedAmount === undefined && reason.trim() !== "";
  return (
    <Dialog title="Refund without cancelling" onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void run();
        }}
      >
        <AmountField
          label="Amount"
          hint={`At most ${formatMoney(sums.left, currency)}.${isCard ? "" : " It goes back to the original payment, cards first."}`}
          error={isTooMuch ? `Only ${formatMoney(sums.left, currency)} can still be refunded.` : refusedAmount}
          currency={currency}
          value={amount}
          onChange={setAmount}
        />
        <Field label="Refund to">
          <Select
            value={to}
            onChange={({ target }) => setDestination(target.value as typeof to)}
            options={refundDestinations}
          />
        </Field>
        {isCard && hasAmount && !isTooMuch && value > 0 && (
          <GiftCardTerms amount={formatMoney(amount, currency)} to={order.purchaser.email} />
        )}
        <AskColleague
          order={order}
          slug={slug}
          prepared={hasAmount && !isTooMuch ? { do: "refund", amount, ...(isCard && { refund_to: to }) } : undefined}
        />
        <ReasonField value={reason} onChange={setReason} />
        {(!isCard || email) && (
          <EmailFields
            choice={choice}
            email={data ? email : emailTo(order)}
            waiting="Its text is shown once there is an amount."
            notices={others}
          />
        )}
        <SoldGiftCards order={order} isAll={isAll} mayOverride={can("order.override")} />
        {isAll && <Banner tone="warning">This is the full amount, so the tickets of this order become invalid.</Banner>}
        <EndedEmail email={isAll ? data?.ended : null}>
          Once all the money is on its way, the purchaser always gets an email about the tickets:
        </EndedEmail>
        {failure && <Banner tone="error">{failure.message}</Banner>}
        <SubmitActions onCancel={onClose} cancel="Back" busy={isBusy} disabled={!isReady}>
          {verbOf(isCard, hasAmount ? formatMoney(amount, currency) : undefined)}
        </SubmitActions>
      </form>
    </Dialog>
  );
}

const verbOf = (isCard: boolean, amount: string | undefined): string => {
  if (isCard) return amount === undefined ? "Issue a gift card" : `Issue a gift card of ${amount}`;
  return amount === undefined ? "Refund" : `Refund ${amount}`;
};
