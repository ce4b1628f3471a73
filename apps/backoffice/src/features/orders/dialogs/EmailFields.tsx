import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { previewOrderEmail, type EmailChoice, type EmailPreview } from "@foyer/contract/office/orders/deskActions.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../../shared/call.ts";
import { pathOf, type OrderDialogProps } from "./orderDialog.tsx";
import css from "./EmailFields.module.css";

/** Whether the purchaser gets the e-mail of an action, and a sentence of staff in it. */
export const useEmailChoice = () => {
  const [isSent, setSent] = useState(true);
  const [sentence, setSentence] = useState("");
  const added = sentence.trim();
  /** Nothing is sent along where the e-mail is left as it is. */
  const sent: { readonly email?: EmailChoice } =
    isSent && added === "" ? {} : { email: { is_sent: isSent, ...(isSent && added !== "" && { sentence: added }) } };
  return { isSent, setSent, sentence, setSentence, sent };
};

/** To whom an e-mail goes, before its text is known; null where the purchaser has no address. */
export const emailTo = ({ purchaser: { email } }: OrderDialogProps["order"]): Pick<EmailPreview, "to"> | null =>
  email === null ? null : { to: email };

/** The e-mail that sends the order again, as it is now. */
export const useOrderEmail = ({ order, slug }: Pick<OrderDialogProps, "order" | "slug">, change?: "order_update") => {
  const { data } = useQuery({
    queryKey: ["order-email", slug, order.order_number, order.version, change],
    queryFn: () => callOffice(previewOrderEmail, { ...pathOf(order), ...(change && { change }) }, slug),
  });
  return data ? data.email : emailTo(order);
};

type EmailFieldsProps = {
  readonly choice: ReturnType<typeof useEmailChoice>;
  /** Null where the purchaser has no address. Before its text is known there is the address alone, so that nothing moves then. */
  readonly email: EmailPreview | Pick<EmailPreview, "to"> | null;
  /** In place of the text until that is known; null where it has to be asked for. */
  readonly waiting?: string | null;
  /** What follows once a provider has accepted what goes back; not sent where nothing is. */
  readonly notices?: readonly EmailPreview[] | undefined;
  /** Such an e-mail is to be expected: it has room from the start. */
  readonly awaitsNotice?: boolean;
  /** It has to be sent. */
  readonly isNeeded?: boolean;
};

/** The e-mail that an action sends: shown before, with a sentence, or not sent at all. */
export function EmailFields({
  choice,
  email,
  waiting = "Its text is being read.",
  notices = [],
  awaitsNotice = false,
  isNeeded = false,
}: EmailFieldsProps) {
  const { isSent, setSent, sentence, setSentence } = choice;
  if (email === null) return <p>The purchaser has no email address, so no email is sent.</p>;
  const isAwaited = awaitsNotice && !("text" in email);
  return (
    <fieldset className={css.email}>
      <legend>Email to {email.to}</legend>
      {!isNeeded && <Checkbox label="Send it" checked={isSent} onChange={({ target }) => setSent(target.checked)} />}
      {isSent && (
        <>
          <Field label="Add a sentence">
            <TextInput value={sentence} maxLength={500} onChange={({ target }) => setSentence(target.value)} />
          </Field>
          {"text" in email ? (
            <EmailText subject={email.subject} text={withSentence(email.text, sentence.trim())} />
          ) : (
            waiting !== null && <p className={css.waiting}>{waiting}</p>
          )}
          {(notices.length > 0 || isAwaited) && <p>Once the money is on its way, they also get:</p>}
          {isAwaited && <p className={css.waiting}>{waiting}</p>}
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
