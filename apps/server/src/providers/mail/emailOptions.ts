import { addSentence } from "./emailLayout.ts";
import type { OutboxEmail } from "./outbox.sql.ts";

/** What staff chose for the e-mail that their action sends to the purchaser. */
export type EmailOptions = {
  readonly is_sent: boolean;
  /** Comes before everything else. */
  readonly sentence?: string | undefined;
  /** The kinds of e-mail that are chosen or collected; by default those about the order. */
  readonly kinds?: ReadonlySet<string> | undefined;
  /** The only kind that gets the sentence; by default each of them. */
  readonly main?: string | undefined;
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

/** What staff chose for the e-mail of one kind. */
export const chosenFor = (kind: string, choice: Pick<EmailOptions, "is_sent" | "sentence"> | undefined) =>
  choice && { ...choice, kinds: new Set([kind]) };

/** A sentence for the e-mail of one kind, which is always sent. */
export const withSentence = (kind: string, sentence: string | undefined): EmailOptions => ({
  is_sent: true,
  sentence,
  kinds: new Set([kind]),
});

/** What the audit log records about an e-mail that staff changed or did not send. */
export const chosenEmail = (
  email: Pick<EmailOptions, "is_sent" | "sentence"> | undefined,
): { readonly email?: string } => {
  if (email?.is_sent === false) return { email: "not sent" };
  return email?.sentence ? { email: "with a sentence" } : {};
};

/** The e-mail as it is sent, or undefined if it is not sent. */
export const applyEmailOptions = (email: OutboxEmail, options: EmailOptions | undefined): OutboxEmail | undefined => {
  const { kinds = aboutTheOrder, main = email.kind } = options ?? {};
  if (!options || !(kinds.has(email.kind) || email.kind === withLink)) return email;
  if (!options.is_sent && email.kind !== withLink) return undefined;
  const sentence = email.kind === main ? options.sentence : undefined;
  const chosen = sentence ? { ...email, email: addSentence(email.email, sentence) } : email;
  if (!options.collect) return chosen;
  options.collect(chosen);
  return undefined;
};
