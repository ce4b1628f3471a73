import { type MoneyQueueRow } from "@foyer/contract/office/money/money.ts";
import { settlePaymentAtDesk, takeReview } from "@foyer/contract/office/money/moneyActions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { refreshMoney } from "./moneyQueries.ts";
import css from "./Money.module.css";

/** A payment as a list or its page shows it. `reviews`: everything for which it is on the list. */
export type ReviewedPayment = Pick<
  MoneyQueueRow,
  "payment_id" | "version" | "left" | "currency" | "can" | "taken_by"
> & {
  readonly reviews: readonly Pick<MoneyQueueRow, "reason" | "what" | "sum" | "detail">[];
};

/** A dialog about a payment as it was when the dialog was opened, so that its version is that of what was seen. */
export type OpenedPayment = { readonly dialog: "refund" | "done"; readonly payment: ReviewedPayment };

type ActionsProps = {
  readonly payment: ReviewedPayment;
  readonly slug: string;
  readonly myId: string;
  readonly onOpen: (opened: OpenedPayment) => void;
};

/** The actions for a payment that needs attention. The screen holds the dialogs, since a payment can leave its list. */
export function PaymentActions({ payment, slug, myId, onOpen }: ActionsProps) {
  const { payment_id, version, can, taken_by } = payment;
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
  return (
    <div className={css.actions}>
      {can.includes("settle") && (
        <Button size="small" busy={settle.isBusy} onClick={() => void settle.run()}>
          Settle
        </Button>
      )}
      {can.includes("refund") && (
        <Button size="small" onClick={() => onOpen({ dialog: "refund", payment })}>
          Refund
        </Button>
      )}
      {can.includes("done") && (
        <Button size="small" onClick={() => onOpen({ dialog: "done", payment })}>
          Done
        </Button>
      )}
      {(taken_by === null || isMine) && (
        <Button size="small" kind="text" busy={take.isBusy} onClick={() => void take.run(!isMine)}>
          {isMine ? "Unassign" : "Assign to me"}
        </Button>
      )}
      {failure && <Banner tone="error">{failure.message}</Banner>}
    </div>
  );
}
