import { createTransport } from "nodemailer";

/** A mail as the outbox keeps it. */
export type Letter = {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly fromName: string;
};

/**
 * Takes a letter out of the house. `dedupeId` travels in a header, so that a mail sent twice after a crash can be told.
 * Throws when the other side did not take it.
 */
export type MailTransport = { send(to: string, letter: Letter, dedupeId: string): Promise<void> };

/** Sends by SMTP. Deadlines are short: a slow mail server must not hold up the outbox. */
export const smtpTransport = (url: string, from: string): MailTransport => {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 15_000,
  } as never);
  return {
    send: async (to, letter, dedupeId) => {
      await transport.sendMail({
        from: { name: letter.fromName, address: from },
        to,
        subject: letter.subject,
        html: letter.html,
        text: letter.text,
        headers: { "X-Entity-Ref-ID": dedupeId },
        disableUrlAccess: true,
        disableFileAccess: true,
      });
    },
  };
};
