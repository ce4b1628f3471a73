import type { RefusalContext } from "@foyer/contract/errors.ts";
import type { Database } from "../../db/connections.ts";
import { Refused } from "../../errors/refused.ts";
import { secondsUntilSentAgain, type OutboxEmail } from "./outbox.sql.ts";

/** Seconds between two times that staff send the same e-mail again to the same address. */
export const secondsBetweenEmails = 60;

/**
 * Refuses an e-mail that was sent again to this address less than a minute ago, so that several presses send one. The
 * caller holds a lock that every other sender of the e-mail takes too.
 */
export const requireNotJustSent = async (
  { db, seller }: { readonly db: Database; readonly seller: { readonly id: string } },
  email: Pick<OutboxEmail, "kind" | "ref_id" | "to_address">,
  context: RefusalContext,
): Promise<void> => {
  const wait = await secondsUntilSentAgain(db, seller.id, { ...email, seconds: secondsBetweenEmails });
  if (wait <= 0) return;
  throw new Refused({
    code: "too_many_requests",
    context,
    description: "This email has just been sent to this address. Please wait before you send it again.",
    extra: { retry_after: wait },
  });
};
