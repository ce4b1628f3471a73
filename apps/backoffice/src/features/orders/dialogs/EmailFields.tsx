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

/** The recipient of an e-mail whose text is not known yet; null if the purchaser has no address. */
export const emailTo = ({ purchaser: { email } }: OrderDialogProps["order"]): Pick<EmailPreview, "to"> | null =>
  email === null ? null : { to: email };

/** The e-mail that sends the order again in its current state. */
export const useOrderEmail = ({ order, slug }: Pick<OrderDialogProps, "order" | "slug">, change?: "order_update") => {
  const { data } = useQuery({
    queryKey: ["order-email", slug, order.order_number, order.version, change],
    queryFn: () => callOffice(previewOrderEmail, { ...pathOf(order), ...(change && { change }) }, slug),
  });
  return data ? data.email : emailTo(order);
};

type EmailFieldsProps = {
  readonly choice: ReturnType<typeof useEmailChoice>;
  /** Null if the purchaser has no address. Only the recipient until the text is known, so that the layout stays stable. */
  readonly email: EmailPreview | Pick<EmailPreview, "to"> | null;
  /** Shown until the text is known; null if the user has to ask for the text. */
  readonly waiting?: string | null;
  /** The e-mails sent once a provider has accepted the refund; they are left out if nothing is refunded. */
  readonly notices?: readonly EmailPreview[] | undefined;
  /** When the notices are sent. */
  readonly noticesTitle?: string;
  /** Whether a notice is expected, so that its space is reserved from the start. */
  readonly awaitsNotice?: boolean;
  /** Whether it has to be sent. */
  readonly isNeeded?: boolean;
  /** Said if there is no recipient. */
  readonly nobody?: string;
};

/** The e-mail that an action sends: it is shown in advance, can get a sentence, and can be left out. */
export function EmailFields({
  choice,
  email,
  waiting = "Its text is being read.",
  notices = [],
  noticesTitle = "Once the money is on its way, they also get:",
  awaitsNotice = false,
  isNeeded = false,
  nobody = "The purchaser has no email address, so no email is sent.",
}: EmailFieldsProps) {
  const { isSent, setSent, sentence, setSentence } = choice;
  // Notices that no longer apply keep their space, so that nothing moves.
  const [known, setKnown] = useState(notices);
  if (notices.length > 0 && notices !== known) setKnown(notices);
  const isAwaited = awaitsNotice && email !== null && !("text" in email);
  const isGone = notices.length === 0 && !isAwaited;
  const shown = isGone ? known : notices;
  if (email === null) return <p>{nobody}</p>;
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
          {(shown.length > 0 || isAwaited) && (
            <div className={css.notices} aria-hidden={isGone} inert={isGone}>
              <p>{noticesTitle}</p>
              {isAwaited && <p className={css.waiting}>{waiting}</p>}
              {shown.map(({ to, subject, text }, index) => (
                <EmailText key={index} isNotice {...(to !== email.to && { to })} subject={subject} text={text} />
              ))}
            </div>
          )}
        </>
      )}
    </fieldset>
  );
}

type EmailTextProps = Pick<EmailPreview, "subject" | "text"> & {
  /** The recipient, if it is somebody else than of the first e-mail. */
  readonly to?: string;
  /** Whether it is sent beside the first e-mail of the dialog: its name says which one it is. */
  readonly isNotice?: boolean;
};

/** An e-mail to open. */
export function EmailText({ to, subject, text, isNotice = false }: EmailTextProps) {
  const title = to === undefined ? subject : `${subject} (to ${to})`;
  return (
    <details>
      <summary>{title}</summary>
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a long e-mail is scrolled by keyboard */}
      <div
        className={css.text}
        tabIndex={0}
        role="region"
        aria-label={`${isNotice ? title : "The email"} as it will be sent`}
      >
        {text}
      </div>
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex */}
    </details>
  );
}

/** The sentence of staff follows the title, as in the e-mail that the server sends. */
const withSentence = (text: string, sentence: string): string =>
  sentence === "" ? text : text.replace("\n\n", () => `\n\n${sentence}\n\n`);
