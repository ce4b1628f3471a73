import { useState } from "react";
import { issueGiftCardsAtDesk, maxGiftCardsAtOnce } from "@foyer/contract/office/money/giftCards.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { useAction } from "../../shared/Form.tsx";
import { formatMoney } from "../../shared/format/format.ts";
import { useToast } from "../../shared/Toast.tsx";
import { AmountField } from "../../shared/fields/AmountField.tsx";
import { isAmount } from "../../shared/format/amount.ts";
import { EmailFields, useEmailChoice } from "../../shared/email/EmailFields.tsx";
import { refreshGiftCards } from "./giftCardQueries.ts";
import { NewNumber } from "./NewNumber.tsx";
import { useIssueEmail } from "./useCardEmail.ts";
import recordCss from "../../shared/styles/Record.module.css";

type IssueDialogProps = { readonly slug: string; readonly currency: string; readonly onClose: () => void };

const emptyFields = { quantity: "1", amount: "", last_day: "", name: "", email: "", reason: "" };

/** Issues cards without a sale. The number of a single one is shown once. */
export function IssueDialog({ slug, currency, onClose }: IssueDialogProps) {
  const [typed, setTyped] = useState(emptyFields);
  const [number, setNumber] = useState<string>();
  const toast = useToast();
  const { quantity, amount, last_day, name, email, reason } = typed;
  const count = /^\d{1,5}$/.test(quantity) ? Number(quantity) : 0;
  const isOne = count === 1;
  const isCount = count >= 1 && count <= maxGiftCardsAtOnce;
  const hasAmount = isAmount(amount, currency);
  const isReady = isCount && hasAmount && reason.trim() !== "";
  const card = {
    amount,
    ...(last_day !== "" && { last_day }),
    ...(isOne && name.trim() !== "" && { name: name.trim() }),
    ...(isOne && email.trim() !== "" && { email: email.trim() }),
  };
  const choice = useEmailChoice();
  const shown = useIssueEmail(slug, card, hasAmount);
  const issue = useAction(async () => {
    const email_choice = card.email === undefined ? undefined : choice.sent.email;
    const reply = await callOffice(
      issueGiftCardsAtDesk,
      { quantity: count, reason: reason.trim(), ...card, ...(email_choice && { email_choice }) },
      slug,
    );
    await refreshGiftCards(slug);
    if (reply.number !== null) return setNumber(reply.number);
    toast({ text: `${count} gift cards are being made.` });
    return onClose();
  });
  if (number !== undefined) return <NewNumber number={number} title="The card is issued" onClose={onClose} />;
  const field = (key: keyof typeof emptyFields, more: object = {}) => (
    <TextInput
      value={typed[key]}
      onChange={({ target }) => setTyped((old) => ({ ...old, [key]: target.value }))}
      autoComplete="off"
      {...more}
    />
  );
  const each = isAmount(amount, currency) ? fromDecimal(amount, currency) : undefined;
  const total = each === undefined ? "" : formatMoney(toDecimal(each * Math.max(1, count), currency), currency);
  return (
    <Dialog title="Issue gift cards" onClose={onClose}>
      <form
        className={recordCss.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void issue.run();
        }}
      >
        <div className={recordCss.pair}>
          <Field
            label="How many"
            hint={`At most ${maxGiftCardsAtOnce}`}
            error={quantity !== "" && !isCount && `A whole number up to ${maxGiftCardsAtOnce}.`}
            required
          >
            {field("quantity", { inputMode: "numeric" })}
          </Field>
          <AmountField
            label="Amount of each"
            error={issue.errorOf("amount", "A gift card cannot have this amount.")}
            currency={currency}
            value={amount}
            onChange={(text) => setTyped((old) => ({ ...old, amount: text }))}
          />
        </div>
        <Field
          label="Last day"
          hint="Empty: the card does not expire."
          error={issue.errorOf("last_day", "Choose a later day, or none if the seller's cards do not expire.")}
        >
          {field("last_day", { type: "date" })}
        </Field>
        {isOne && (
          <div className={recordCss.pair}>
            <Field label="For whom">{field("name", { maxLength: 100 })}</Field>
            <Field label="Email address" hint="The card is sent to it at once." error={issue.errorOf("email")}>
              {field("email", { type: "email" })}
            </Field>
          </div>
        )}
        {isOne && <EmailFields choice={choice} {...shown} nobody="Without an email address, no email is sent." />}
        <Field label="Why" hint="Seen by staff only." required>
          {field("reason", { maxLength: 500 })}
        </Field>
        {issue.failure && <Banner tone="error">{issue.failure.message}</Banner>}
        <SubmitActions onCancel={onClose} cancel="Back" busy={issue.isBusy} disabled={!isReady}>
          {isReady ? `Issue ${isOne ? "a card" : `${count} cards`}, ${total}` : "Issue"}
        </SubmitActions>
      </form>
    </Dialog>
  );
}
