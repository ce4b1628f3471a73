import { useState } from "react";
import { resendOrder } from "@foyer/contract/office/orders/deskActions.ts";
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

/** Sends the confirmation and tickets again. The history shows whether the mail server accepted them. */
export function ResendDialog({ order, slug, onClose }: OrderDialogProps) {
  const own = order.purchaser.email ?? "";
  const [to, setTo] = useState(own);
  const choice = useEmailChoice();
  const preview = useOrderEmail({ order, slug }, { to });
  const { sentence } = choice.sent.email ?? {};
  const { run, isBusy, failure, errorOf } = useOrderAction({ order, slug, onClose }, `On its way to ${to}.`, () =>
    callOffice(resendOrder, { ...pathOf(order), ...(to !== own && { to }), ...(sentence && { sentence }) }, slug),
  );
  return (
    <Dialog title="Send the order again" onClose={onClose}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (to !== "") void run();
        }}
      >
        <Field
          label="Email address"
          hint="Confirmation and tickets, as the order is now."
          error={errorOf("to")}
          required
        >
          <TextInput type="email" value={to} onChange={({ target }) => setTo(target.value.trim())} />
        </Field>
        <EmailFields choice={choice} {...preview} isNeeded nobody="Without an email address, nothing is sent." />
        {failure && !failure.fields.includes("to") && <Banner tone="error">{failure.message}</Banner>}
        <SubmitActions onCancel={onClose} cancel="Back" busy={isBusy} disabled={to === ""}>
          Send
        </SubmitActions>
      </form>
    </Dialog>
  );
}
