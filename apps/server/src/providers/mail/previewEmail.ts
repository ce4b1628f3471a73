import type { EmailPreview } from "@foyer/contract/office/orders/deskActions.ts";
import type { EmailOptions } from "./emailOptions.ts";
import type { QueuedEmail } from "./queueEmail.ts";

type Work = (options: EmailOptions) => Promise<void>;

/** Hides the token of a link: whoever has it can act as the buyer. */
export const withoutTokens = (text: string): string => text.replaceAll(/token=[\w-]+/g, "token=…");

const present = ({ to_address, email: { subject, text } }: QueuedEmail): EmailPreview => ({
  to: to_address,
  subject,
  text: withoutTokens(text),
});

/**
 * The e-mail that an action would send to the purchaser, and those sent later once a provider has accepted the refund.
 * `work` performs the action in a transaction that is rolled back.
 */
export const previewEmailAndNotices = async (
  work: Work,
): Promise<{ readonly email: EmailPreview | null; readonly notices: EmailPreview[] }> => {
  const emails: QueuedEmail[] = [];
  await work({ is_sent: true, collect: (email) => void emails.push(email) });
  const isNotice = ({ kind }: QueuedEmail): boolean => kind === "payment_returned";
  const last = emails.findLast((email) => !isNotice(email));
  return { email: last ? present(last) : null, notices: emails.filter(isNotice).map(present) };
};

/** Only the first e-mail. */
export const previewEmail = async (work: Work): Promise<EmailPreview | null> =>
  (await previewEmailAndNotices(work)).email;

/** The e-mail of a kind that an action would send to the purchaser, and all others that follow it, of these kinds. */
export const previewEmailOfKind = async (
  kind: string,
  work: Work,
  kinds?: ReadonlySet<string>,
): Promise<{ readonly email: EmailPreview | null; readonly notices: EmailPreview[] }> => {
  const emails: QueuedEmail[] = [];
  await work({ is_sent: true, kinds, collect: (email) => void emails.push(email) });
  const main = emails.find((email) => email.kind === kind);
  return { email: main ? present(main) : null, notices: emails.filter((email) => email !== main).map(present) };
};
