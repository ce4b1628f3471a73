import { sql } from "kysely";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Connections, Database } from "../db/connections.ts";
import { crash } from "../db/faultPoints.ts";
import type { RequestContext } from "../http/requestContext.ts";
import { createAttachments } from "../modules/orders/files/createAttachments.ts";
import type { Attachment, EmailMessage, MailTransport } from "../providers/mail/mailTransport.ts";

/** Tries after one, two, four… minutes, never more than four hours apart, for less than a day; then the mail waits for a person. */
export const maxAttempts = 13;
const maxWaitMinutes = 240;
/** A mail claimed this long ago was claimed by a server that died. */
const claimMinutes = 10;
/** From this try on, what cannot be enclosed is left out: the words and their link are worth more than a picture. */
const textOnlyFromAttempt = 3;

export type SendEmailsContext = {
  readonly connections: Connections;
  /** Undefined: mails stay in the outbox, readable. */
  readonly transport: MailTransport | undefined;
  readonly origin: string;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly log: Pick<RequestContext["log"], "warn">;
};

type ClaimedEmail = {
  seller_id: string;
  slug: string;
  id: string;
  kind: string;
  to_address: string;
  message: unknown;
  attempts: number;
};

/** Claims what is due; two servers never claim the same mail. */
const claimDueEmails = async (db: Database): Promise<ClaimedEmail[]> => {
  const { rows } = await sql<ClaimedEmail>`
    update outbox o set state = 'sending', attempts = attempts + 1, next_at = app_now() + make_interval(mins => ${claimMinutes})
    from seller s
    where s.id = o.seller_id and (o.seller_id, o.id) in (
      select seller_id, id from outbox where state in ('queued', 'sending') and next_at <= app_now()
      order by next_at limit 20 for update skip locked)
    returning o.seller_id, s.slug, o.id, o.kind, o.to_address, o.message, o.attempts`.execute(db);
  return rows;
};

/** Nobody is there to send anything: what is due stays where it can be read, so many at a time. */
const markAllKept = async (db: Database): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    update outbox o set state = 'kept', attempts = attempts + 1, last_error = null, next_at = app_now()
    where (o.seller_id, o.id) in (
      select seller_id, id from outbox where state in ('queued', 'sending') and next_at <= app_now()
      order by next_at limit 1000 for update skip locked)`.execute(db);
  return Number(numAffectedRows);
};

type SendOutcome = { state: "sent" | "kept" | "queued" | "dead"; last_error?: string; wait?: number };

const recordOutcome = (
  db: Database,
  { seller_id, id, attempts }: ClaimedEmail,
  { state, last_error, wait: waitMinutes = 0 }: SendOutcome,
) =>
  db
    .updateTable("outbox")
    .set({
      state,
      last_error: last_error ?? null,
      sent_at: state === "sent" ? sql<string>`app_now()` : null,
      next_at: sql<string>`app_now() + make_interval(mins => ${waitMinutes})`,
    })
    .where("seller_id", "=", seller_id)
    .where("id", "=", id)
    .where("state", "=", "sending")
    // Claimed once more meanwhile, it is somebody else's to settle.
    .where("attempts", "=", attempts)
    .execute();

type SmtpError = Error & { readonly code?: string; readonly command?: string; readonly responseCode?: number };

/** The other side says that there is no such mailbox: asking again changes nothing. */
const isPermanentFailure = ({ command, responseCode = 0 }: SmtpError): boolean =>
  command === "RCPT TO" && responseCode >= 500;
/** Nobody answers: what waits behind this mail would only wait for the same. */
const isUnreachable = ({ code = "", responseCode }: SmtpError): boolean =>
  responseCode === undefined && ["ECONNECTION", "ETIMEDOUT", "ESOCKET", "EDNS", "ECONNREFUSED"].includes(code);

const failureOutcome = ({ attempts }: ClaimedEmail, error: SmtpError): SendOutcome => {
  const last_error = error.message.slice(0, 500);
  return attempts >= maxAttempts || isPermanentFailure(error)
    ? { state: "dead", last_error }
    : { state: "queued", last_error, wait: Math.min(2 ** (attempts - 1), maxWaitMinutes) };
};

/** Sends what waits in the outbox. Without a mail server it stays there as 'kept'. Answers how many it had in hand. */
export const sendQueuedEmails = async (context: SendEmailsContext): Promise<number> => {
  const { transport, log } = context;
  const db = context.connections.acrossSellers();
  if (!transport) return markAllKept(db);
  const claimed = await claimDueEmails(db);
  let unreachable: SmtpError | undefined;
  for (const mail of claimed) {
    try {
      crash("mail_claimed");
      if (unreachable) throw unreachable;
      const email = mail.message as EmailMessage;
      await transport.send(mail.to_address, email, mail.id, await makeAttachments(context, mail, email));
      crash("mail_accepted");
      await recordOutcome(db, mail, { state: "sent" });
    } catch (thrown) {
      const error: SmtpError = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (isUnreachable(error)) unreachable = error;
      const outcome = failureOutcome(mail, error);
      await recordOutcome(db, mail, outcome);
      if (outcome.state === "dead")
        log.warn({ event: "mail_dead", mail_id: mail.id, kind: mail.kind }, "a mail could not be sent");
    }
  }
  return claimed.length;
};

const makeAttachments = async (
  { connections, origin, findSeller, log }: SendEmailsContext,
  mail: ClaimedEmail,
  email: EmailMessage,
): Promise<readonly Attachment[]> => {
  const seller = await findSeller(mail.slug);
  if (!seller) return [];
  const { attachments, failures } = await createAttachments(
    { db: connections.forSeller(seller.id), seller, origin },
    email.enclosed ?? [],
  );
  const [failure] = failures;
  if (failure && mail.attempts < textOnlyFromAttempt) throw failure;
  if (failure)
    log.warn({ event: "mail_without", mail_id: mail.id, err: failure.message }, "a mail goes without an enclosure");
  return attachments;
};
