import type { ReactNode } from "react";
import type { EmailPreview } from "@foyer/contract/office/orders/deskActions.ts";
import { EmailText } from "./EmailFields.tsx";

type EndedEmailProps = {
  /** Undefined or null if no ticket ends. */
  readonly email: EmailPreview | null | undefined;
  /** Why it is sent. */
  readonly children: ReactNode;
};

/** The e-mail about tickets that end with a refund, which is sent whatever staff choose. */
export function EndedEmail({ email, children }: EndedEmailProps) {
  if (!email) return null;
  return (
    <div>
      <p>{children}</p>
      <EmailText isNotice subject={email.subject} text={email.text} />
    </div>
  );
}
