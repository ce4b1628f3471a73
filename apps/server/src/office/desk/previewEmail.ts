import type { EmailPreview } from "@foyer/contract/office/orders/deskActions.ts";
import type { EmailOptions } from "../../providers/mail/emailOptions.ts";
import type { QueuedEmail } from "../../providers/mail/queueEmail.ts";

/** The e-mail that an action would send to the purchaser. `work` does the action in a transaction that is rolled back. */
export const previewEmail = async (work: (options: EmailOptions) => Promise<void>): Promise<EmailPreview | null> => {
  const emails: QueuedEmail[] = [];
  await work({ is_sent: true, collect: (email) => void emails.push(email) });
  const last = emails.at(-1);
  return last ? { to: last.to_address, subject: last.email.subject, text: last.email.text } : null;
};
