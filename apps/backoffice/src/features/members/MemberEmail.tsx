import { useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  previewMemberEmail,
  type MailingAction,
  type MemberEmails,
} from "@foyer/contract/office/members/memberEmails.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { useDialogRow } from "../../shared/list/HeldRow.tsx";
import { useSettled } from "../../shared/useSettled.ts";
import { EmailFields, EmailText, type useEmailChoice } from "../../shared/email/EmailFields.tsx";
import type { MemberDialogProps } from "./memberDialog.tsx";
import recordCss from "../../shared/styles/Record.module.css";

/** The e-mails of a change, as far as they are known. */
export type EmailPreviewState = {
  readonly data: MemberEmails | undefined;
  /** Why they cannot be shown. */
  readonly error: Error | null;
};

type Preview = { readonly queryKey: readonly unknown[]; readonly read: () => Promise<MemberEmails>; isReady?: boolean };

/** The e-mails of a dialog's action. They are not read anew once it was done: it could then be refused. */
export const useEmailPreview = ({ queryKey, read, isReady = true }: Preview): EmailPreviewState => {
  const isActing = useDialogRow()?.isActing === true;
  return useQuery({
    queryKey: ["member-email", ...queryKey],
    queryFn: read,
    enabled: isReady && !isActing,
    ...(isActing && { placeholderData: keepPreviousData }),
  });
};

/** The e-mail of a change that depends on nothing typed. */
export const useMemberEmail = (
  { slug, member, term }: Pick<MemberDialogProps, "slug" | "member" | "term">,
  action: MailingAction,
): EmailPreviewState =>
  useEmailPreview({
    queryKey: [slug, member.version, term.id, action],
    read: () => callOffice(previewMemberEmail, { membership_id: term.id, action }, slug),
  });

/** The e-mails of a change that depends on what is typed, read after a pause in typing. */
export const useTypedEmail = (
  { slug, member, term }: Pick<MemberDialogProps, "slug" | "member" | "term">,
  { sent, isReady, read }: { readonly sent: object; readonly isReady: boolean; read: () => Promise<MemberEmails> },
): EmailPreviewState => {
  const typed = JSON.stringify(sent);
  const isSettled = useSettled(typed, 400) === typed;
  return useEmailPreview({ queryKey: [slug, member.version, term.id, typed], read, isReady: isReady && isSettled });
};

/** E-mails that are read when staff ask for them. They have to ask again after a change. */
export const useAskedEmail = (sent: object, read: () => Promise<MemberEmails>) => {
  const typed = JSON.stringify(sent);
  const [shown, setShown] = useState<{ readonly typed: string; readonly emails: MemberEmails }>();
  const ask = useAction(async () => setShown({ typed, emails: await read() }));
  return { ...ask, data: shown?.typed === typed ? shown.emails : undefined };
};

type MemberEmailProps = {
  readonly preview: EmailPreviewState;
  readonly choice: ReturnType<typeof useEmailChoice>;
  /** The recipient until the text is known: null if nobody has an address, undefined if that is not known either. */
  readonly to: string | null | undefined;
  /** Said if nobody has an address. */
  readonly nobody: string;
  /** Whether the e-mail is what the action is for. */
  readonly isNeeded?: boolean;
  readonly waiting?: string;
};

/** The e-mail of a change of a membership, as it will be sent. A preview that fails says so, and stops nothing. */
export function MemberEmail({
  preview: { data, error },
  choice,
  to,
  nobody,
  isNeeded = false,
  waiting = "Its text is being read.",
}: MemberEmailProps) {
  const known = to === undefined || to === null ? to : { to };
  const email = data ? data.email : known;
  return (
    <>
      {email === undefined && !error && <p className={recordCss.quiet}>{waiting}</p>}
      {email !== undefined && (
        <EmailFields
          choice={choice}
          email={email}
          nobody={nobody}
          isNeeded={isNeeded}
          waiting={error ? null : waiting}
        />
      )}
      {choice.isSent && <LeftOut emails={data} />}
      {error && <NotShown error={error} />}
    </>
  );
}

/** What the server leaves out of a text, because only the e-mail itself has it. */
export function LeftOut({ emails }: { readonly emails: MemberEmails | undefined }) {
  const all = emails ? [...(emails.email ? [emails.email] : []), ...emails.notices] : [];
  if (!all.some(({ text }) => text.includes("…"))) return null;
  return <p className={recordCss.quiet}>“…” stands for a number or a link that only the sent email has.</p>;
}

function NotShown({ error }: { readonly error: Error }) {
  return <Banner tone="warning">The text of the email cannot be shown. {error.message}</Banner>;
}

/** An e-mail that a change also sends, whatever is chosen. */
export function AlsoSent({ emails }: { readonly emails: MemberEmails["notices"] }) {
  return emails.map(({ to, subject, text }) => (
    <section key={to} className={recordCss.form} aria-label={`Email to ${to}`}>
      <p>{to} also gets an email, because the automatic renewal ends:</p>
      <EmailText isNotice subject={subject} text={text} />
    </section>
  ));
}
