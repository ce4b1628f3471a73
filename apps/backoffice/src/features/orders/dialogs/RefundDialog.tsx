import { useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { previewRefundEmails, refundDeskOrder } from "@foyer/contract/office/orders/deskActions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { isAmount } from "../../../shared/amount.ts";
import { callOffice } from "../../../shared/call.ts";
import { Dialog, DialogActions } from "../../../shared/Dialog.tsx";
import { formatMoney } from "../../../shared/format.ts";
import { AskColleague } from "./AskColleague.tsx";
import { EmailFields, useEmailChoice } from "./EmailFields.tsx";
import { pathOf, ReasonField, useOrderAction, useReason, type OrderDialogProps } from "./orderDialog.tsx";
import css from "./orderDialog.module.css";

/** Giving money back without cancelling; never more than what is left. */
export function RefundDialog({ order, slug, prepared, onClose }: OrderDialogProps) {
  const { sums, currency } = order;
  const [amount, setAmount] = useState(prepared.amount ?? "");
  const [reason, setReason] = useReason();
  const choice = useEmailChoice();
  const value = Number(amount);
  const hasAmount = isAmount(amount, currency);
  const isTooMuch = hasAmount && value > Number(sums.left);
  const isAll = hasAmount && value === Number(sums.left);
  const { run, isBusy, failure } = useOrderAction({ order, slug, onClose }, "The refund is on its way.", () =>
    callOffice(refundDeskOrder, { ...pathOf(order), version: order.version, amount, reason, ...choice.sent }, slug),
  );
  const { data } = useQuery({
    queryKey: ["refund-emails", slug, order.order_number, order.version, amount],
    queryFn: () => callOffice(previewRefundEmails, { ...pathOf(order), amount }, slug),
    enabled: hasAmount && !isTooMuch && value > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const [email = null, ...others] = data?.emails ?? [];
  const isReady = hasAmount && !isTooMuch && reason.trim() !== "";
  return (
    <Dialog title="Refund without cancelling" onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void run();
        }}
      >
        <Field
          label="Amount"
          hint={`At most ${formatMoney(sums.left, currency)}. It goes to the means that paid, cards first.`}
          error={isTooMuch ? `Only ${formatMoney(sums.left, currency)} can still go back.` : undefined}
          required
        >
          <TextInput
            inputMode="decimal"
            before={currency}
            value={amount}
            onChange={({ target }) => setAmount(target.value.trim())}
          />
        </Field>
        <AskColleague
          order={order}
          slug={slug}
          prepared={hasAmount && !isTooMuch ? { do: "refund", amount } : undefined}
        />
        <ReasonField value={reason} onChange={setReason} />
        <EmailFields choice={choice} email={data && email} notices={others} />
        {isAll && <Banner tone="warning">That is all of it, so the tickets of this order end.</Banner>}
        {failure && <Banner tone="error">{failure.message}</Banner>}
        <DialogActions>
          <Button onClick={onClose}>Back</Button>
          <Button kind="primary" type="submit" busy={isBusy} disabled={!isReady}>
            {hasAmount ? `Give back ${formatMoney(amount, currency)}` : "Give back"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
