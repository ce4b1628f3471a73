import type { FastifyInstance } from "fastify";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Connections } from "./db/connections.ts";
import { receiveWebhook } from "./modules/checkout/webhooks/receiveWebhook.ts";
import type { Providers } from "./providers/providers.ts";
import type { StripeOptions } from "./providers/payments/stripe/stripeClient.ts";
import { parseWebhookEvent } from "./providers/payments/stripe/providerUpdates.ts";

type WebhookDeps = {
  readonly connections: Connections;
  readonly providers: Providers;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly stripe: StripeOptions;
};

/**
 * Where Stripe tells that something happened, each seller at an address of their own. Answers 400 to whatever their
 * secret has not signed, word by word as it came (T60), and 200 to all else, however often it comes (T61).
 */
export const installStripeWebhook = (
  app: FastifyInstance,
  { connections, providers, findSeller, stripe }: WebhookDeps,
): void => {
  void app.register(async (webhooks) => {
    // The signature is over the bytes: nobody reads them before.
    webhooks.removeAllContentTypeParsers();
    webhooks.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 512 * 1024 }, (_, body, done) =>
      done(null, body),
    );

    webhooks.post<{ Params: { slug: string } }>("/_hooks/stripe/:slug", async (request, reply) => {
      reply.header("cache-control", "no-store");
      const seller = await findSeller(request.params.slug);
      const keys = seller && (await stripe.keysOf(seller.id));
      const { body } = request;
      const event =
        keys && Buffer.isBuffer(body) ? parseWebhookEvent(body, request.headers["stripe-signature"], keys) : undefined;
      if (!seller || !event) return reply.code(400).send({ received: false });
      await receiveWebhook({ db: connections.forSeller(seller.id), seller, providers, log: request.log }, event);
      return reply.send({ received: true });
    });
  });
};
