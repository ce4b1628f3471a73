import { pendingEvents } from "../modules/checkout/webhooks/paymentEvents.sql.ts";
import { processEvent } from "../modules/checkout/webhooks/receiveWebhook.ts";
import type { PaymentJobContext } from "./settleOpenPayments.ts";

/** Asks after everything that hooks told and nobody finished with, as when a server died over it (F25). */
export const processWebhookEvents = async ({
  connections,
  providers,
  findSeller,
  log,
}: PaymentJobContext): Promise<number> => {
  let processed = 0;
  for (const { slug, ...key } of await pendingEvents(connections.acrossSellers())) {
    const seller = await findSeller(slug);
    if (seller && (await processEvent({ db: connections.forSeller(seller.id), seller, providers, log }, key)))
      processed++;
  }
  return processed;
};
