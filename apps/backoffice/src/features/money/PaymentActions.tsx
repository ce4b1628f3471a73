import { useState } from "react";
import { type MoneyQueueRow } from "@foyer/contract/office/money/money.ts";
import {
  finishReview,
  refundPaymentAtDesk,
  settlePaymentAtDesk,
  takeReview,
} from "@foyer/contract/office/money/moneyActions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { AmountField } from "../../shared/fields/AmountField.tsx";
import { isAmount } from "../../shared/format/amount.ts";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { WhyField } from "../../shared/dialog/WhyField.tsx";
import { Refusal, useAction } from "../../shared/Form.tsx";
import { formatMoney } from "../../shared/format/format.ts";
import { useToast } from "../../shared/Toast.tsx";
import { refreshMoney } from "./moneyQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Money.module.css";

/** A payment as a list or its page shows it. */
export type ReviewedPayment = Pick<MoneyQueueRow, "payment_id" | "version" | "left" | "currency" | "can" | "taken_by">;

type ActionsProps = {
  readonly payment: ReviewedPayment;
  readonly slug: string;
  readonly myId: string;
};

/** The actions for a payment that needs attention. */
export function PaymentActions({ payment, slug, myId }: ActionsProps) {
  const { payment_id, version, can, taken_by } = payment;
  const [open, setOpen] = useState<"refund" | "done">();
  const toast = useToast();
  const refresh = () => refreshMoney(slug, payment_id);
  const settle = useAction(async () => {
    await callOffice(settlePaymentAtDesk, { payment_id, version }, slug);
    toast({ text: "The provider was asked, and the payment is settled as far as possible." });
    await refresh();
  });
  const setTaken = async (is_taken: boolean): Promise<void> => {
    await callOffice(takeReview, { payment_id, is_taken }, slug);
    await refresh();
  };
  const take = useAction(async (is_taken: boolean) => {
    await setTaken(is_taken);
    const text = is_taken ? "It is assigned to you." : "It is no longer assigned to you.";
    toast({ text, undo: () => setTaken(!is_taken) });
  });
  const isMine = taken_by?.id === myId;
  const failure = settle.failure ?? take.failure;
  const close = () => setOpen(undefined);
  return (
    <div className={css.actions}>
      {can.includes("settle") && (
        <Button size="small" busy={settle.isBusy} onClick={() => void settle.run()}>
          Settle
        </Button>
      )}
      {can.includes("refund") && (
        <Button size="small" onClick={() => setOpen("refund")}>
          Refund
        </Button>
      )}
      {can.includes("done") && (
        <Button size="small" onClick={() => setOpen("done")}>
          Done
        </Button>
      )}
      {(taken_by === null || isMine) && (
        <Button size="small" kind="text" busy={take.isBusy} onClick={() => void take.run(!isMine)}>
          {isMine ? "Unassign" : "Assign to me"}
        </Button>
      )}
      {failure && <Banner tone="error">{failure.message}</Banner>}
      {open === "refund" && <RefundPaymentDialog payment={payment} slug={slug} onClose={close} />}
      {open === "done" && <DoneDialog payment={payment} slug={slug} onClose={close} />}
    </div>
  );
}

type DialogProps = { readonly payment: ReviewedPayment; readonly slug: string; readonly onClose: () => void };

const outcomes = {
  succeeded: "The refund has succeeded.",
  pending: "The refund is on its way.",
  failed: "The provider refused the refund.",
} as const;

function RefundPaymentDialog({ payment, slug, onClose }: DialogProps) {
  const { payment_id, version, left, currency } = payment;
  const [amount, setAmount] = useState(left);
  const [reason, setReason] = useState("");
  const toast = useToast();
  const hasAmount = isAmount(amount, currency);
  const isReady = hasAmount && reason.trim() !== "";
  const refund = useAction(async () => {
    const sent = { payment_id, version, amount, reason: reason.trim() };
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
          error={refund.errorOf("amount")}
          hint={`At most ${formatMoney(left, currency)}. It goes back to the original payment.`}
          currency={currency}
          value={amount}
          onChange={setAmount}
        />
        <WhyField value={reason} onChange={setReason} error={refund.errorOf("reason")} />
        <Refusal of={refund} fields={["amount", "reason"]} />
        <SubmitActions onCancel={onClose} cancel="Back" busy={refund.isBusy} disabled={!isReady}>
          {hasAmount ? `Refund ${formatMoney(amount, currency)}` : "Refund"}
        </SubmitActions>
      </form>
    </Dialog>
  );
}

/** Removes the payment from the list. It returns if something new happens to it. */
function DoneDialog({ payment: { payment_id, version }, slug, onClose }: DialogProps) {
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
        <p>
          It returns when something new happens to the payment. If a refund of it has failed, that money counts as
          repaid another way and cannot be sent again.
        </p>
        <WhyField value={reason} onChange={setReason} error={done.errorOf("reason")} />
        <Refusal of={done} fields={["reason"]} />
        <SubmitActions onCancel={onClose} cancel="Back" busy={done.isBusy} disabled={!isReady}>
          Mark as done
        </SubmitActions>
      </form>
    </Dialog>
  );
}
