import { chosenEmail, type EmailOptions } from "../../../providers/mail/emailOptions.ts";

/** The same as `chosenEmail` for an entry that also has an address, which the audit log names `email`. */
export const chosenCardEmail = (
  choice: Pick<EmailOptions, "is_sent" | "sentence"> | undefined,
): { readonly card_email?: string } => {
  const { email } = chosenEmail(choice);
  return email === undefined ? {} : { card_email: email };
};
