import { useState } from "react";
import { takeReview } from "@foyer/contract/office/money/moneyActions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { refreshMoney } from "./moneyQueries.ts";
import { PaymentDialog, type OpenedPayment, type ReviewedPayment } from "./PaymentDialogs.tsx";
import css from "./Money.module.css";

type ActionsProps = {
  readonly payment: ReviewedPayment;
  readonly slug: string;
  readonly myId: string;
};

/** The actions for a payment that needs attention. */
export function PaymentActions({ payment, slug, myId }: ActionsProps) {
  const { payment_id, can, taken_by } = payment;
  const [opened, setOpened] = useState<OpenedPayment>();
  const toast = useToast();
  const refresh = () => refreshMoney(slug, payment_id);
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
  const { failure } = take;
  return (
    <div className={css.actions}>
      {can.includes("settle") && (
        <Button size="small" onClick={() => setOpened({ dialog: "settle", payment })}>
          Settle
        </Button>
      )}
      {can.includes("refund") && (
        <Button size="small" onClick={() => setOpened({ dialog: "refund", payment })}>
          Refund
        </Button>
      )}
      {can.includes("done") && (
        <Button size="small" onClick={() => setOpened({ dialog: "done", payment })}>
          Done
        </Button>
      )}
      {(taken_by === null || isMine) && (
        <Button size="small" kind="text" busy={take.isBusy} onClick={() => void take.run(!isMine)}>
          {isMine ? "Unassign" : "Assign to me"}
        </Button>
      )}
      {failure && <Banner tone="error">{failure.message}</Banner>}
      {opened && <PaymentDialog opened={opened} slug={slug} onClose={() => setOpened(undefined)} />}
    </div>
  );
}
