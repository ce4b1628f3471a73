import { useState } from "react";
import { correctPurchaser } from "@foyer/contract/office/orders/deskActions.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../../shared/call.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { EmailFields, useEmailChoice } from "../../../shared/email/EmailFields.tsx";
import { useOrderEmail } from "./useOrderEmail.ts";
import { pathOf, useOrderAction, type OrderDialogProps } from "./orderDialog.tsx";
import css from "./orderDialog.module.css";

/** Corrects the purchaser. The history shows the old and the new details. */
export function CorrectDialog({ order, slug, onClose }: OrderDialogProps) {
  const { purchaser } = order;
  const [first_name, setFirst] = useState(purchaser.first_name ?? "");
  const [last_name, setLast] = useState(purchaser.last_name ?? "");
  const [email, setEmail] = useState(purchaser.email ?? "");
  const [phone, setPhone] = useState(purchaser.phone ?? "");
  const choice = useEmailChoice();
  const preview = useOrderEmail({ order, slug }, { to: email.trim() });
  const isMoved = email.trim() !== (purchaser.email ?? "");
  const { run, isBusy, failure, errorOf } = useOrderAction({ order, slug, onClose }, "Corrected.", () => {
    const details = { first_name, last_name, email, phone: phone.trim() || null };
    const emailChoice = isMoved && choice.sent.email && { email_choice: choice.sent.email };
    return callOffice(correctPurchaser, { ...pathOf(order), version: order.version, ...details, ...emailChoice }, slug);
  });
  const isAtField = failure?.fields.some((field) => ["first_name", "last_name", "email", "phone"].includes(field));
  return (
    <Dialog title="Correct the purchaser" isWide onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <div className={css.pair}>
          <Field label="First name" error={errorOf("first_name")} required>
            <TextInput value={first_name} onChange={({ target }) => setFirst(target.value)} />
          </Field>
          <Field label="Last name" error={errorOf("last_name")} required>
            <TextInput value={last_name} onChange={({ target }) => setLast(target.value)} />
          </Field>
          <Field
            label="Email address"
            hint={
              purchaser.is_user
                ? "The address of an account is its login and stays."
                : "The order is sent to the new address, and a notice to the old one."
            }
            error={errorOf("email")}
            required
          >
            <TextInput
              type="email"
              value={email}
              readOnly={purchaser.is_user}
              onChange={({ target }) => setEmail(target.value)}
            />
          </Field>
          <Field label="Phone" error={errorOf("phone")}>
            <TextInput type="tel" value={phone} onChange={({ target }) => setPhone(target.value)} />
          </Field>
        </div>
        {isMoved && email.trim() !== "" && <EmailFields choice={choice} {...preview} />}
        {failure && !isAtField && <Banner tone="error">{failure.message}</Banner>}
        <SubmitActions onCancel={onClose} cancel="Back" busy={isBusy}>
          Save
        </SubmitActions>
      </form>
    </Dialog>
  );
}
