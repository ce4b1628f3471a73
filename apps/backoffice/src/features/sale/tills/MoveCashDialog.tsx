import { useState } from "react";
import { moveCash } from "@foyer/contract/office/money/tills.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { AmountField } from "../../../shared/fields/AmountField.tsx";
import { isAmount } from "../../../shared/format/amount.ts";
import { callOffice } from "../../../shared/call.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { Refusal, useAction } from "../../../shared/Form.tsx";
import { formatMoney } from "../../../shared/format/format.ts";
import { refreshTill } from "../saleQueries.ts";
import css from "./Till.module.css";

type MoveCashDialogProps = {
  readonly slug: string;
  readonly currency: string;
  readonly kind: "in" | "out";
  readonly onClose: () => void;
};

/** Puts cash into the till or takes it out, with a reason. */
export function MoveCashDialog({ slug, currency, kind, onClose }: MoveCashDialogProps) {
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const isReady = isAmount(amount, currency) && reason.trim() !== "";
  const verb = kind === "in" ? "Put in" : "Take out";
  const { run, isBusy, failure, errorOf } = useAction(async () => {
    await callOffice(moveCash, { kind, amount, reason: reason.trim() }, slug);
    await refreshTill(slug);
    onClose();
  });
  return (
    <Dialog title={kind === "in" ? "Put cash in" : "Take cash out"} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void run();
        }}
      >
        <AmountField label="Amount" error={errorOf("amount")} currency={currency} value={amount} onChange={setAmount} />
        <Field
          label="Why"
          hint={kind === "in" ? "For example: change from the safe" : "For example: to the bank"}
          required
        >
          <TextInput
            value={reason}
            maxLength={500}
            autoComplete="off"
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <Refusal of={{ failure }} fields={["amount"]} />
        <SubmitActions onCancel={onClose} cancel="Back" busy={isBusy} disabled={!isReady}>
          {isAmount(amount, currency) ? `${verb} ${formatMoney(amount, currency)}` : verb}
        </SubmitActions>
      </form>
    </Dialog>
  );
}
