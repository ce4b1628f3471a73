import { addSentence } from "./emailLayout.ts";
import type { OutboxEmail } from "./outbox.sql.ts";

/** What staff have chosen for the e-mail that their action sends to the purchaser. */
export type EmailOptions = {
  readonly is_sent: boolean;
  /** Comes before everything else. */
  readonly sentence?: string | undefined;
  /** Gets the e-mails of a preview; nothing is queued. */
  readonly collect?: ((email: OutboxEmail) => void) | undefined;
};

/** E-mails to the purchaser about their order. Staff cannot change any others. */
const aboutTheOrder: ReadonlySet<string> = new Set([
  "order_confirmation",
  "order_changed",
  "order_cancelled",
  "payment_returned",
]);
/** Sent in any case, because nobody could pay without its link. */
const withLink = "change_offered";

/** The e-mail as it is sent; undefined where it is not. */
export const applyEmailOptions = (email: OutboxEmail, options: EmailOptions | undefined): OutboxEmail | undefined => {
  if (!options || !(aboutTheOrder.has(email.kind) || email.kind === withLink)) return email;
  if (!options.is_sent && email.kind !== withLink) return undefined;
  const chosen = options.sentence ? { ...email, email: addSentence(email.email, options.sentence) } : email;
  if (!options.collect) return chosen;
  options.collect(chosen);
  return undefined;
};
