import type { Database } from "../../db/connections.ts";
import type { Pipeline } from "../../db/statements/statement.ts";
import { applyEmailOptions, type EmailOptions } from "./emailOptions.ts";
import { insertEmails, type OutboxEmail } from "./outbox.sql.ts";

export type QueuedEmail = OutboxEmail;

/** Adds e-mails to the outbox, in the transaction of what they report. */
export const queueEmails = async (
  pipeline: Pipeline,
  seller_id: string,
  emails: readonly QueuedEmail[],
): Promise<void> => {
  if (emails.length > 0) await insertEmails(pipeline, seller_id, emails);
};

type MailContext = {
  readonly db: Database;
  readonly seller: { readonly id: string };
  /** Set for an action by staff. */
  readonly emailOptions?: EmailOptions | undefined;
};

export const queueEmail = (ctx: MailContext, email: QueuedEmail): Promise<void> => queueChosenEmails(ctx, [email]);

/** The same for several. */
export const queueChosenEmails = (
  { db, seller, emailOptions }: MailContext,
  emails: readonly QueuedEmail[],
): Promise<void> =>
  queueEmails(
    db,
    seller.id,
    emails.flatMap((email) => applyEmailOptions(email, emailOptions) ?? []),
  );
