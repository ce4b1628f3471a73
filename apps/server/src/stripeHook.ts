import type { FastifyInstance } from "fastify";
import type { Seller } from "@foyer/contract/seller.ts";
import type { Connections } from "./db/connect.ts";
import { hear } from "./modules/checkout/hear.ts";
import type { Outside } from "./outside/outside.ts";
import type { StripeSetup } from "./outside/payments/stripeClient.ts";
import { heardFrom } from "./outside/payments/stripeNews.ts";

type Deps = {
  readonly connections: Connections;
  readonly outside: Outside;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly stripe: StripeSetup;
};

/**
 * Where Stripe tells that something happened, each seller at an address of their own. Answers 400 to whatever their
 * secret has not signed, word by word as it came (T60), and 200 to all else, however often it comes (T61).
 */
export const installStripeHook = (app: FastifyInstance, { connections, outside, findSeller, stripe }: Deps): void => {
  void app.register(async (hooks) => {
    // The signature is over the bytes: nobody reads them before.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 512 * 1024 }, (_, body, done) => done(null, body));

    hooks.post<{ Params: { slug: string } }>("/_hooks/stripe/:slug", async (request, reply) => {
      reply.header("cache-control", "no-store");
      const seller = await findSeller(request.params.slug);
      const keys = seller && (await stripe.keysOf(seller.id));
      const { body } = request;
      const heard =
        keys && Buffer.isBuffer(body) ? heardFrom(body, request.headers["stripe-signature"], keys) : undefined;
      if (!seller || !heard) return reply.code(400).send({ received: false });
      await hear({ db: connections.of(seller.id), seller, outside, log: request.log }, heard);
      return reply.send({ received: true });
    });
  });
};
