import { useState } from "react";
import type { EmailChoice, EmailPreview } from "@foyer/contract/office/orders/deskActions.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import css from "./EmailFields.module.css";

/** Whether an action sends its e-mail to the purchaser, and a sentence of staff to add to it. */
export const useEmailChoice = () => {
  const [isSent, setSent] = useState(true);
  const [sentence, setSentence] = useState("");
  const added = sentence.trim();
  /** Nothing is sent with the call if the e-mail is unchanged. */
  const sent: { readonly email?: EmailChoice } =
    isSent && added === "" ? {} : { email: { is_sent: isSent, ...(isSent && added !== "" && { sentence: added }) } };
  const reset = (): void => {
    setSent(true);
    setSentence("");
  };
  return { isSent, setSent, sentence, setSentence, sent, reset };
};

/** Milliseconds without a letter after which a preview is read. */
export const previewPause = 400;

export type EmailFieldsProps = {
  readonly choice: ReturnType<typeof useEmailChoice>;
  /** Null if nobody has an address for it. Only the recipient until the text is known, so that the layout stays stable. */
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
  /** Why the e-mail cannot be shown. It does not keep anybody from the action. */
  readonly failure?: Error | null;
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
  failure = null,
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
          {failure && <Banner tone="warning">The email cannot be shown now: {failure.message}</Banner>}
          {!failure && "text" in email && (
            <EmailText subject={email.subject} text={textWithSentence(email.text, sentence.trim())} />
          )}
          {!failure && !("text" in email) && waiting !== null && <p className={css.waiting}>{waiting}</p>}
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
export const textWithSentence = (text: string, sentence: string): string =>
  sentence === "" ? text : text.replace("\n\n", () => `\n\n${sentence}\n\n`);
