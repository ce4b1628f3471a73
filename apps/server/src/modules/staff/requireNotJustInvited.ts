import type { Database } from "../../db/connections.ts";
import { lockSlots } from "../../db/lockSlots.sql.ts";
import { Refused } from "../../errors/refused.ts";
import { secondsBetweenEmails } from "../../providers/mail/requireNotJustSent.ts";
import { secondsUntilInvitedAgain } from "./invitations.sql.ts";

/**
 * Refuses an invitation to an address that was sent one by this seller less than a minute ago, whoever sends it and as
 * whichever invitation. Locks the address until the transaction ends; a row of its open invitation is locked before.
 */
export const requireNotJustInvited = async (
  db: Database,
  { invited_to, email }: { readonly invited_to: string; readonly email: string },
): Promise<void> => {
  await lockSlots(db, invited_to, "staff_invitation", [email.toLowerCase()]);
  const wait = await secondsUntilInvitedAgain(db, { invited_to, email, seconds: secondsBetweenEmails });
  if (wait <= 0) return;
  throw new Refused({
    code: "too_many_requests",
    context: "staff",
    description: "An invitation has just been sent to this address. Please wait before you send another one.",
    extra: { retry_after: wait },
  });
};
