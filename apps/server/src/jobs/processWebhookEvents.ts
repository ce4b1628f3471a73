import type { JobContext } from "../http/requestContext.ts";
import { sellerContext } from "../http/sellerContext.ts";
import { pendingEvents } from "../modules/checkout/webhooks/paymentEvents.sql.ts";
import { processEvent } from "../modules/checkout/webhooks/receiveWebhook.ts";

/** Processes webhook events that were received but not finished, for example because a server died. */
export const processWebhookEvents = async ({
  connections,
  providers,
  findSeller,
  log,
}: JobContext): Promise<number> => {
  let processed = 0;
  for (const { slug, ...key } of await pendingEvents(connections.acrossSellers())) {
    const seller = await findSeller(slug);
    if (seller && (await processEvent(sellerContext({ connections, providers, log }, seller), key))) processed++;
  }
  return processed;
};
