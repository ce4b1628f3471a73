import { crash } from "../../db/faultPoints.ts";
import type { JobContext, Log } from "../../http/requestContext.ts";
import { createAttachments } from "../../modules/orders/files/createAttachments.ts";
import type { Attachment, EmailMessage, MailTransport } from "../../providers/mail/mailTransport.ts";
import { originOf } from "../../providers/sellerOrigin.ts";
import {
  claimDueEmails,
  claimedAtOnce,
  keepDueEmails,
  recordOutcome,
  type ClaimedEmail,
  type SendOutcome,
} from "./outbox.sql.ts";

/** Retries after 1, 2, 4… minutes, at most four hours apart and for less than a day; then staff have to look at it. */
export const maxAttempts = 13;
const maxWaitMinutes = 240;
/** From this attempt on, an attachment that cannot be created is left out: the text and its link matter more. */
const withoutAttachmentsFromAttempt = 3;

export type SendEmailsContext = Pick<JobContext, "connections" | "findSeller"> & {
  /** Undefined without a mail server: e-mails then stay in the outbox, where they can be read. */
  readonly transport: MailTransport | undefined;
  readonly origin: string;
  readonly log: Pick<Log, "warn">;
};

type SmtpError = Error & { readonly code?: string; readonly command?: string; readonly responseCode?: number };

/** Whether the mail server says that the mailbox does not exist: a retry would not help. */
const isPermanentFailure = ({ command, responseCode = 0 }: SmtpError): boolean =>
  command === "RCPT TO" && responseCode >= 500;
/** Whether the mail server cannot be reached: the other e-mails of this run would wait for the same timeout. */
const isUnreachable = ({ code = "", responseCode }: SmtpError): boolean =>
  responseCode === undefined && ["ECONNECTION", "ETIMEDOUT", "ESOCKET", "EDNS", "ECONNREFUSED"].includes(code);

const failureOutcome = ({ attempts }: ClaimedEmail, error: SmtpError): SendOutcome => {
  const last_error = error.message.slice(0, 500);
  return attempts >= maxAttempts || isPermanentFailure(error)
    ? { state: "dead", last_error }
    : { state: "queued", last_error, waitMinutes: Math.min(2 ** (attempts - 1), maxWaitMinutes) };
};

/**
 * Sends due e-mails of the outbox until none is left, or keeps them there without a mail server. Returns the number
 * handled.
 */
export const sendQueuedEmails = async (ctx: SendEmailsContext, stopping?: AbortSignal): Promise<number> => {
  const db = ctx.connections.acrossSellers();
  if (!ctx.transport) return keepDueEmails(db);
  let handled = 0;
  for (;;) {
    const claimed = await claimDueEmails(db);
    handled += claimed.length;
    const isReachable = await sendClaimed(ctx, ctx.transport, claimed);
    if (claimed.length < claimedAtOnce || !isReachable || stopping?.aborted) return handled;
  }
};

/** The number of e-mails that are passed to the mail server at the same time. */
const sentAtOnce = 5;

/** Sends the first e-mail alone, then the others in parallel. Returns false if the mail server cannot be reached. */
const sendClaimed = async (
  ctx: SendEmailsContext,
  transport: MailTransport,
  claimed: readonly ClaimedEmail[],
): Promise<boolean> => {
  let unreachable: SmtpError | undefined;
  const sendOne = async (row: ClaimedEmail): Promise<void> => {
    try {
      crash("mail_claimed");
      if (unreachable) throw unreachable;
      const email = row.message as EmailMessage;
      await transport.send(row.to_address, email, row.id, await makeAttachments(ctx, row, email));
      crash("mail_accepted");
      await recordOutcome(ctx.connections.acrossSellers(), row, { state: "sent" });
    } catch (thrown) {
      const error: SmtpError = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (isUnreachable(error)) unreachable = error;
      await recordFailure(ctx, row, error);
    }
  };
  const [first, ...others] = claimed;
  if (first) await sendOne(first);
  const rest = others.values();
  await Promise.all(
    Array.from({ length: sentAtOnce }, async () => {
      for (const row of rest) await sendOne(row);
    }),
  );
  return unreachable === undefined;
};

const recordFailure = async (
  { connections, log }: SendEmailsContext,
  row: ClaimedEmail,
  error: SmtpError,
): Promise<void> => {
  const outcome = failureOutcome(row, error);
  await recordOutcome(connections.acrossSellers(), row, outcome);
  if (outcome.state === "dead")
    log.warn({ event: "mail_dead", mail_id: row.id, kind: row.kind }, "an e-mail could not be sent");
};

const makeAttachments = async (
  { connections, origin, findSeller, log }: SendEmailsContext,
  row: ClaimedEmail,
  email: EmailMessage,
): Promise<readonly Attachment[]> => {
  const enclosed = email.enclosed ?? [];
  const seller = enclosed.length > 0 ? await findSeller(row.slug) : undefined;
  if (!seller) return [];
  const { attachments, failures } = await createAttachments(
    { db: connections.forSeller(seller.id), seller, origin: originOf(origin, seller) },
    enclosed,
  );
  const [failure] = failures;
  if (failure && row.attempts < withoutAttachmentsFromAttempt) throw failure;
  if (failure)
    log.warn({ event: "mail_without", mail_id: row.id, err: failure.message }, "an e-mail is sent without attachment");
  return attachments;
};
