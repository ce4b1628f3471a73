import { useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { MoneyQueueRow } from "@foyer/contract/office/money/money.ts";
import {
  finishReview,
  previewPaymentRefund,
  refundPaymentAtDesk,
  settlePaymentAtDesk,
} from "@foyer/contract/office/money/moneyActions.ts";
import { AmountField } from "../../shared/fields/AmountField.tsx";
import { isAmount } from "../../shared/format/amount.ts";
import { CallError, callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { WhyField } from "../../shared/dialog/WhyField.tsx";
import { Refusal, useAction } from "../../shared/Form.tsx";
import { formatMoney } from "../../shared/format/format.ts";
import { ReasonDialog } from "../../shared/dialog/ReasonDialog.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { EmailFields, previewPause, useEmailChoice } from "../../shared/email/EmailFields.tsx";
import { EndedEmail } from "../../shared/email/EndedEmail.tsx";
import { useSettled } from "../../shared/useSettled.ts";
import { refreshMoney } from "./moneyQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Money.module.css";

/** A payment as a list or its page shows it. `reviews`: everything for which it is on the list. */
export type ReviewedPayment = Pick<
  MoneyQueueRow,
  "payment_id" | "version" | "left" | "currency" | "can" | "taken_by"
> & {
  readonly reviews: readonly Pick<MoneyQueueRow, "reason" | "what" | "sum" | "detail">[];
};

/** A dialog about a payment as it was when the dialog was opened, so that its version is that of what was seen. */
export type OpenedPayment = { readonly dialog: "settle" | "refund" | "done"; readonly payment: ReviewedPayment };

type DialogProps = { readonly payment: ReviewedPayment; readonly slug: string; readonly onClose: () => void };

export function PaymentDialog({
  opened: { dialog, payment },
  ...rest
}: Omit<DialogProps, "payment"> & { readonly opened: OpenedPayment }) {
  const Chosen = dialogs[dialog];
  return <Chosen payment={payment} {...rest} />;
}

const outcomes = {
  succeeded: "The refund has succeeded.",
  pending: "The refund is on its way.",
  failed: "The provider refused the refund.",
} as const;

/** The refunds that failed, if that is why the payment is on the list; otherwise all that is left. */
const proposedRefund = ({ reviews, left }: ReviewedPayment): string => {
  const failed = reviews.find(({ reason }) => reason === "refund_failed");
  return failed && Number(failed.sum) < Number(left) ? failed.sum : left;
};

/** The e-mails that a refund of this amount sends. */
const useRefundEmails = ({ payment_id, version, currency, left }: ReviewedPayment, slug: string, amount: string) => {
  const settled = useSettled(amount, previewPause);
  const isPossible = isAmount(settled, currency) && Number(settled) > 0 && Number(settled) <= Number(left);
  const { data, error } = useQuery({
    queryKey: ["payment-refund-emails", slug, payment_id, version, settled],
    queryFn: () => callOffice(previewPaymentRefund, { payment_id, amount: settled }, slug),
    enabled: isPossible,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return {
    // Its recipient is known with its text.
    email: data ? data.email : { to: "the purchaser" },
    ended: isPossible ? data?.ended : undefined,
    failure: isPossible && settled === amount ? error : null,
  };
};

function RefundPaymentDialog({ payment, slug, onClose }: DialogProps) {
  const { payment_id, version, left, currency } = payment;
  const [amount, setAmount] = useState(() => proposedRefund(payment));
  const [reason, setReason] = useState("");
  const toast = useToast();
  const hasAmount = isAmount(amount, currency);
  const isReady = hasAmount && reason.trim() !== "";
  const choice = useEmailChoice();
  const { email, ended, failure: unshown } = useRefundEmails(payment, slug, amount);
  // The preview of the e-mails refuses an amount that a card cannot get back before it is sent.
  const refusedAmount = unshown instanceof CallError && unshown.fields.includes("amount") ? unshown.message : undefined;
  const refund = useAction(async () => {
    const sent = { payment_id, version, amount, reason: reason.trim(), ...choice.sent };
    const { outcome, failure } = await callOffice(refundPaymentAtDesk, sent, slug);
    toast({ text: failure === null ? outcomes[outcome] : `${outcomes[outcome]} ${failure}` });
    await refreshMoney(slug, payment_id);
    onClose();
  });
  return (
    <Dialog title="Refund this payment" onClose={onClose}>
      <form
        className={recordCss.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void refund.run();
        }}
      >
        <AmountField
          label="Amount"
          error={refund.errorOf("amount") ?? refusedAmount}
          hint={`At most ${formatMoney(left, currency)}. It goes back to the original payment.`}
          currency={currency}
          value={amount}
          onChange={setAmount}
        />
        <EmailFields
          choice={choice}
          email={email}
          waiting={hasAmount ? "Its text is being read." : "Its text is shown once there is an amount."}
          failure={refusedAmount === undefined ? unshown : null}
        />
        <EndedEmail email={ended}>
          This refunds everything that was paid, so the tickets end. The purchaser always gets an email about that:
        </EndedEmail>
        <WhyField value={reason} onChange={setReason} error={refund.errorOf("reason")} />
        <Refusal of={refund} fields={["amount", "reason"]} />
        <SubmitActions onCancel={onClose} cancel="Back" busy={refund.isBusy} disabled={!isReady}>
          {hasAmount ? `Refund ${formatMoney(amount, currency)}` : "Refund"}
        </SubmitActions>
      </form>
    </Dialog>
  );
}

/** Asks the provider. What is sent depends on its answer, so it cannot be shown before. */
function SettleDialog({ payment: { payment_id, version }, slug, onClose }: DialogProps) {
  return (
    <ReasonDialog
      title="Settle this payment"
      verb="Ask the provider"
      done="The provider was asked, and the payment is settled as far as possible."
      needsReason={false}
      send={async () => {
        await callOffice(settlePaymentAtDesk, { payment_id, version }, slug);
        await refreshMoney(slug, payment_id);
      }}
      onClose={onClose}
    >
      <p>
        The provider is asked about the payment. If the money was taken, the cart becomes an order; if its tickets are
        no longer held, the money is refunded.
      </p>
      <p>
        The purchaser gets an email about what becomes of it, such as the confirmation or one about the refund. It
        cannot be shown before the provider has answered.
      </p>
    </ReasonDialog>
  );
}

/** Removes the payment from the list. It returns if something new happens to it. */
function DoneDialog({ payment: { payment_id, version, reviews, currency }, slug, onClose }: DialogProps) {
  const failed = reviews.find(({ reason }) => reason === "refund_failed");
  const [reason, setReason] = useState("");
  const toast = useToast();
  const isReady = reason.trim() !== "";
  const done = useAction(async () => {
    await callOffice(finishReview, { payment_id, version, reason: reason.trim() }, slug);
    toast({ text: "The payment is removed from the list until something new happens to it." });
    await refreshMoney(slug, payment_id);
    onClose();
  });
  return (
    <Dialog title="Remove from the list" onClose={onClose}>
      <form
        className={recordCss.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void done.run();
        }}
      >
        {reviews.length > 1 && (
          <>
            <p>All of this counts as done:</p>
            <ul className={css.reasons}>
              {reviews.map(({ reason, what, sum, detail }) => (
                <li key={`${reason} ${detail}`}>
                  {what}, {formatMoney(sum, currency)}
                </li>
              ))}
            </ul>
          </>
        )}
        {failed && (
          <p>
            The failed refund of {formatMoney(failed.sum, currency)} counts as repaid another way and cannot be sent
            again.
          </p>
        )}
        <p>The payment returns to the list when something new happens to it.</p>
        <WhyField value={reason} onChange={setReason} error={done.errorOf("reason")} />
        <Refusal of={done} fields={["reason"]} />
        <SubmitActions onCancel={onClose} cancel="Back" busy={done.isBusy} disabled={!isReady}>
          Mark as done
        </SubmitActions>
      </form>
    </Dialog>
  );
}

const dialogs = { settle: SettleDialog, refund: RefundPaymentDialog, done: DoneDialog } as const;
