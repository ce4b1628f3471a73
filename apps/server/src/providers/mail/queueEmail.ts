import type { Database } from "../../db/connections.ts";
import type { Pipeline } from "../../db/statement.ts";
import { insertEmails, type OutboxEmail } from "./outbox.sql.ts";

export type QueuedEmail = OutboxEmail;

/** Puts e-mails into the outbox, in the transaction of what they report. */
export const queueEmails = async (
  pipeline: Pipeline,
  seller_id: string,
  emails: readonly QueuedEmail[],
): Promise<void> => {
  if (emails.length > 0) await insertEmails(pipeline, seller_id, emails);
};

export const queueEmail = (
  { db, seller }: { readonly db: Database; readonly seller: { readonly id: string } },
  email: QueuedEmail,
): Promise<void> => queueEmails(db, seller.id, [email]);
