import type { FastifyInstance } from "fastify";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Connections } from "./db/connections.ts";
import { sellerContext } from "./http/sellerContext.ts";
import { receiveWebhook } from "./modules/checkout/webhooks/receiveWebhook.ts";
import type { GatewayWebhook } from "./providers/payments/gatewayRegistry.ts";
import type { Providers } from "./providers/providers.ts";

type WebhookDeps = {
  readonly connections: Connections;
  readonly providers: Providers;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly webhooks: readonly GatewayWebhook[];
};

/**
 * The routes at which payment providers report events, one per gateway and seller. Replies 400 to a body that is not
 * signed with one of the seller's secrets, and 200 to everything else, however often it is sent.
 */
export const installPaymentWebhooks = (
  app: FastifyInstance,
  { connections, providers, findSeller, webhooks }: WebhookDeps,
): void => {
  void app.register(async (routes) => {
    // Signatures cover the bytes as sent, so no parser may change them.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 512 * 1024 }, (_, body, done) => done(null, body));

    for (const { gateway_id, read } of webhooks)
      routes.post<{ Params: { slug: string } }>(`/_hooks/${gateway_id}/:slug`, async (request, reply) => {
        reply.header("cache-control", "no-store");
        const seller = await findSeller(request.params.slug);
        const { body, headers } = request;
        const event = seller && Buffer.isBuffer(body) ? await read(seller.id, body, headers) : undefined;
        if (!seller || !event) return reply.code(400).send({ received: false });
        const ctx = sellerContext({ connections, providers, log: request.log }, seller);
        await receiveWebhook(ctx, gateway_id, event);
        return reply.send({ received: true });
      });
  });
};
