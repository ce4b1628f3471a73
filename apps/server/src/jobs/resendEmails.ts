import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Connections } from "../db/connections.ts";
import type { RequestContext } from "../http/requestContext.ts";
import { claimResendRequests, deleteResendRequest } from "../modules/account/resend/resendOrderEmails.sql.ts";
import { sendRequestedEmails } from "../modules/account/resend/resendOrderEmails.ts";
import type { Providers } from "../providers/providers.ts";

/** What cannot be done this often is given up: whoever asked for it asks again. */
const maxAttempts = 5;

export type ResendContext = {
  readonly connections: Connections;
  readonly providers: Providers;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly log: Pick<RequestContext["log"], "warn">;
};

/** Writes the letters that were asked for by an address. Answers how many requests it had in hand. */
export const resendEmails = async ({ connections, providers, findSeller, log }: ResendContext): Promise<number> => {
  const claimed = await claimResendRequests(connections.acrossSellers(), 20);
  for (const request of claimed) {
    const seller = await findSeller(request.slug);
    if (!seller) continue;
    const shop = { db: connections.forSeller(seller.id), seller, providers };
    try {
      await sendRequestedEmails(shop, request);
    } catch (error) {
      if (request.attempts >= maxAttempts) await deleteResendRequest(shop, request.id);
      log.warn(
        { event: "resend_failed", attempts: request.attempts, err: error instanceof Error ? error.message : "" },
        "letters could not be written again",
      );
    }
  }
  return claimed.length;
};
