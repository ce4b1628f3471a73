import type { Seller } from "@foyer/contract/seller.ts";
import type { Connections } from "../db/connect.ts";
import type { Ask } from "../http/ask.ts";
import { claimRequests, deleteRequest } from "../modules/account/resend.sql.ts";
import { sendRequested } from "../modules/account/resend.ts";
import type { Outside } from "../outside/outside.ts";

/** What cannot be done this often is given up: whoever asked for it asks again. */
const mostAttempts = 5;

export type ResendDesk = {
  readonly connections: Connections;
  readonly outside: Outside;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly log: Pick<Ask["log"], "warn">;
};

/** Writes the letters that were asked for by an address. Answers how many requests it had in hand. */
export const resendLetters = async ({ connections, outside, findSeller, log }: ResendDesk): Promise<number> => {
  const claimed = await claimRequests(connections.acrossSellers(), 20);
  for (const request of claimed) {
    const seller = await findSeller(request.slug);
    if (!seller) continue;
    const shop = { db: connections.of(seller.id), seller, outside };
    try {
      await sendRequested(shop, request);
    } catch (error) {
      if (request.attempts >= mostAttempts) await deleteRequest(shop, request.id);
      log.warn(
        { event: "resend_failed", attempts: request.attempts, err: error instanceof Error ? error.message : "" },
        "letters could not be written again",
      );
    }
  }
  return claimed.length;
};
