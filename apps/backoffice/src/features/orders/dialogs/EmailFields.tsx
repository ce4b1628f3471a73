import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { previewOrderEmail, type EmailChoice, type EmailPreview } from "@foyer/contract/office/orders/deskActions.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../../shared/call.ts";
import { pathOf, type OrderDialogProps } from "./orderDialog.tsx";
import css from "./EmailFields.module.css";

/** Whether an action sends its e-mail to the purchaser, and a sentence of staff to add to it. */
export const useEmailChoice = () => {
  const [isSent, setSent] = useState(true);
  const [sentence, setSentence] = useState("");
  const added = sentence.trim();
  /** Nothing is sent with the call if the e-mail is unchanged. */
  const sent: { readonly email?: EmailChoice } =
    isSent && added === "" ? {} : { email: { is_sent: isSent, ...(isSent && added !== "" && { sentence: added }) } };
  return { isSent, setSent, sentence, setSentence, sent };
};

/** The e-mail that sends the order again in its current state. */
export const useOrderEmail = ({ order, slug }: Pick<OrderDialogProps, "order" | "slug">, change?: "order_update") => {
  const { data } = useQuery({
    queryKey: ["order-email", slug, order.order_number, order.version, change],
    queryFn: () => callOffice(previewOrderEmail, { ...pathOf(order), ...(change && { change }) }, slug),
  });
  return data?.email;
};

type EmailFieldsProps = {
  readonly choice: ReturnType<typeof useEmailChoice>;
  /**
   * Null if the purchaser has no address; undefined until it is known. For an order that does not exist yet, only the
   * address.
   */
  readonly email: EmailPreview | Pick<EmailPreview, "to"> | null | undefined;
  /** The e-mails sent once a provider has accepted the refund; they are left out if nothing is refunded. */
  readonly notices?: readonly EmailPreview[] | undefined;
  /** Whether it has to be sent. */
  readonly isNeeded?: boolean;
};

/** The e-mail that an action sends: it is shown in advance, can get a sentence, and can be left out. */
export function EmailFields({ choice, email, notices = [], isNeeded = false }: EmailFieldsProps) {
  const { isSent, setSent, sentence, setSentence } = choice;
  if (email === undefined) return null;
  if (email === null) return <p>The purchaser has no email address, so no email is sent.</p>;
  return (
    <fieldset className={css.email}>
      <legend>Email to {email.to}</legend>
      {!isNeeded && <Checkbox label="Send it" checked={isSent} onChange={({ target }) => setSent(target.checked)} />}
      {isSent && (
        <>
          <Field label="Add a sentence">
            <TextInput value={sentence} maxLength={500} onChange={({ target }) => setSentence(target.value)} />
          </Field>
          {"text" in email && <EmailText subject={email.subject} text={withSentence(email.text, sentence.trim())} />}
          {notices.length > 0 && <p>Once the money is on its way, they also get:</p>}
          {notices.map(({ subject, text }, index) => (
            <EmailText key={index} subject={subject} text={text} />
          ))}
        </>
      )}
    </fieldset>
  );
}

function EmailText({ subject, text }: Pick<EmailPreview, "subject" | "text">) {
  return (
    <details>
      <summary>{subject}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long e-mail is scrolled by keyboard */}
      <div className={css.text} tabIndex={0} role="region" aria-label="The email as it will be sent">
        {text}
      </div>
    </details>
  );
}

/** The sentence of staff follows the title, as in the e-mail that the server sends. */
const withSentence = (text: string, sentence: string): string =>
  sentence === "" ? text : text.replace("\n\n", () => `\n\n${sentence}\n\n`);
