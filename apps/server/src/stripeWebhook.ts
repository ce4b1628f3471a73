import type { FastifyInstance } from "fastify";
import type { JobContext } from "./http/requestContext.ts";
import { receiveWebhook } from "./modules/checkout/webhooks/receiveWebhook.ts";
import type { StripeOptions } from "./providers/payments/stripe/stripeClient.ts";
import { parseWebhookEvent } from "./providers/payments/stripe/providerUpdates.ts";

type WebhookDeps = Omit<JobContext, "log"> & { readonly stripe: StripeOptions };

/**
 * Receives Stripe's webhook events, at a URL per seller. Answers 400 to a body that the seller's secret did not sign, and
 * 200 to every other, also to an event that arrives again.
 */
export const installStripeWebhook = (
  app: FastifyInstance,
  { connections, providers, findSeller, stripe }: WebhookDeps,
): void => {
  void app.register(async (webhooks) => {
    // The signature covers the raw bytes, so the body must not be parsed.
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
