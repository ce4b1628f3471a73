import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { type UnsentEmail } from "@foyer/contract/office/money/money.ts";
import { previewUnsentEmail, sendEmailAgain } from "@foyer/contract/office/money/moneyActions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { useAction } from "../../shared/Form.tsx";
import { count, formatAgo } from "../../shared/format/format.ts";
import { RowOfDialog } from "../../shared/list/HeldRow.tsx";
import { Section } from "../../shared/Page.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { EmailFields, useEmailChoice } from "../../shared/email/EmailFields.tsx";
import { refreshMoney } from "./moneyQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Money.module.css";

type EmailsProps = { readonly emails: readonly UnsentEmail[]; readonly slug: string; readonly mayAct: boolean };

/** 'order_confirmation' becomes "order confirmation". */
const nameOf = (kind: string): string => {
  const words = kind.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

const emailGone = "This email is no longer in the list: it was sent again meanwhile.";

/** E-mails that were given up, with the mail server's reply. */
export function UnsentEmails({ emails, slug, mayAct }: EmailsProps) {
  const [chosen, setChosen] = useState<UnsentEmail>();
  return (
    <Section title="Emails that could not be sent">
      {emails.length === 0 && <p className={recordCss.quiet}>All emails have been sent, or are on their way.</p>}
      <ul className={recordCss.rows} aria-label="Emails that could not be sent">
        {emails.map((email) => (
          <li key={email.id} className={css.row}>
            <div>
              <span className={recordCss.strong}>{nameOf(email.kind)}</span> to {email.to_address}
              <span className={recordCss.quiet}>
                {formatAgo(email.created_at)} · {count(email.attempts, "attempt")}
              </span>
              {email.last_error !== null && <span className={css.answer}>{email.last_error}</span>}
            </div>
            {mayAct && (
              <div className={css.actions}>
                <Button size="small" onClick={() => setChosen(email)}>
                  Send again
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {chosen && (
        <RowOfDialog isGone={!emails.some(({ id }) => id === chosen.id)} gone={emailGone}>
          <SendAgainDialog email={chosen} slug={slug} onClose={() => setChosen(undefined)} />
        </RowOfDialog>
      )}
    </Section>
  );
}

function SendAgainDialog({
  email,
  slug,
  onClose,
}: {
  readonly email: UnsentEmail;
  readonly slug: string;
  readonly onClose: () => void;
}) {
  const [to, setTo] = useState(email.to_address);
  const toast = useToast();
  const choice = useEmailChoice();
  const { data, error } = useQuery({
    queryKey: ["unsent-email", slug, email.id],
    queryFn: () => callOffice(previewUnsentEmail, { email_id: email.id }, slug),
    enabled: !email.keeps_address,
    retry: false,
  });
  const send = useAction(async () => {
    const { sentence } = choice.sent.email ?? {};
    const sent = { email_id: email.id, ...(to !== email.to_address && { to }), ...(sentence && { sentence }) };
    await callOffice(sendEmailAgain, sent, slug);
    toast({ text: `The email is on its way to ${to}.` });
    await refreshMoney(slug);
    onClose();
  });
  return (
    <Dialog title="Send this email again" onClose={onClose}>
      <form
        className={recordCss.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (to.trim() !== "") void send.run();
        }}
      >
        {email.keeps_address ? (
          <p>
            To {email.to_address}. It contains a code or link that gives access, so it cannot be sent to another address
            and is not shown here.
          </p>
        ) : (
          <>
            <Field label="To" error={send.errorOf("to")} required>
              <TextInput type="email" value={to} onChange={({ target }) => setTo(target.value.trim())} />
            </Field>
            <EmailFields
              choice={choice}
              email={data?.email ? { ...data.email, to } : { to }}
              isNeeded
              failure={error}
            />
          </>
        )}
        {send.failure && !send.errorOf("to") && <Banner tone="error">{send.failure.message}</Banner>}
        <SubmitActions onCancel={onClose} cancel="Back" busy={send.isBusy}>
          Send it
        </SubmitActions>
      </form>
    </Dialog>
  );
}
