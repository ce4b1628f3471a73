import { addSentence } from "./emailLayout.ts";
import type { OutboxEmail } from "./outbox.sql.ts";

/** What staff chose for the e-mail that their action sends to the purchaser. */
export type EmailOptions = {
  readonly is_sent: boolean;
  /** Comes before everything else. */
  readonly sentence?: string | undefined;
  /** Collects the e-mails of a preview instead of queueing them. */
  readonly collect?: ((email: OutboxEmail) => void) | undefined;
};

/** E-mails to the purchaser about their order or payment plan. Staff cannot change any others. */
const aboutTheOrder: ReadonlySet<string> = new Set([
  "order_confirmation",
  "order_changed",
  "order_cancelled",
  "payment_returned",
  "plan_changed",
  "plan_cancelled",
]);
/** Always sent, because its link is needed to pay. */
const withLink = "change_offered";

/** What the audit log records about an e-mail that staff changed or did not send. */
export const chosenEmail = (
  email: Pick<EmailOptions, "is_sent" | "sentence"> | undefined,
): { readonly email?: string } => {
  if (email?.is_sent === false) return { email: "not sent" };
  return email?.sentence ? { email: "with a sentence" } : {};
};

/** The e-mail as it is sent, or undefined if it is not sent. */
export const applyEmailOptions = (email: OutboxEmail, options: EmailOptions | undefined): OutboxEmail | undefined => {
  if (!options || !(aboutTheOrder.has(email.kind) || email.kind === withLink)) return email;
  if (!options.is_sent && email.kind !== withLink) return undefined;
  const chosen = options.sentence ? { ...email, email: addSentence(email.email, options.sentence) } : email;
  if (!options.collect) return chosen;
  options.collect(chosen);
  return undefined;
};
