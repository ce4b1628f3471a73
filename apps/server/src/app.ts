import cookie from "@fastify/cookie";
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Seller } from "@foyer/contract/seller.ts";
import type { Connections } from "./db/connect.ts";
import { canSell } from "./db/canSell.ts";
import type { Ask, Visitor } from "./http/ask.ts";
import { Cache } from "./http/caching.ts";
import { installErrors, refuseAddress } from "./http/errors.ts";
import { installGuards } from "./http/guards.ts";
import { loggingWith } from "./http/logging.ts";
import { mount, type Mounted } from "./http/mount.ts";
import { openApiOf } from "./http/openapi.ts";
import { Refused } from "./http/refused.ts";
import { installUnderWay } from "./http/underWay.ts";
import { sellerFinder, slugLister } from "./http/sellers.ts";
import { admitVisitor, cookieName, dismissVisitor, newVisitor, recallVisitor } from "./http/session.ts";
import { accountRoutes } from "./modules/account/account.routes.ts";
import { loginRoutes } from "./modules/account/login.routes.ts";
import { cartRoutes } from "./modules/cart/cart.routes.ts";
import { catalogRoutes } from "./modules/catalog/catalog.routes.ts";
import { codesRoutes } from "./modules/codes/codes.routes.ts";
import { checkoutRoutes } from "./modules/checkout/checkout.routes.ts";
import { ledgerRoutes } from "./modules/ledger/ledger.routes.ts";
import { captchaIn } from "./http/captchaIn.ts";
import { identityRoutes } from "./modules/identity/identity.routes.ts";
import { membershipRoutes } from "./modules/membership/membership.routes.ts";
import { enclose } from "./modules/orders/enclose.ts";
import { orderRoutes } from "./modules/orders/orders.routes.ts";
import { renewalRoutes } from "./modules/renewals/renewals.routes.ts";
import { seatingRoutes } from "./modules/seating/seating.routes.ts";
import { walletRoutes } from "./modules/wallet/wallet.routes.ts";
import type { Assets } from "./page/assets.ts";
import { installPages } from "./page/pages.ts";
import { defaultFlags, type FlagDesk } from "./outside/flags/flags.ts";
import type { Outside } from "./outside/outside.ts";
import { cardFaceOf, withCardFaces } from "./outside/payments/cardFace.ts";
import type { StripeSetup } from "./outside/payments/stripeClient.ts";
import { installApplePayFile } from "./page/applePayFile.ts";
import { installOutboxPage } from "./page/dev/outbox.ts";
import { installTestBank } from "./page/dev/testBank.ts";
import { installStripeHook } from "./stripeHook.ts";

export type AppDeps = {
  readonly connections: Connections;
  readonly outside: Outside;
  readonly clock: () => Temporal.Instant;
  /** Cookies are Secure and carry the __Host- prefix. */
  readonly secureCookies: boolean;
  readonly production: boolean;
  /** The gateway that moves no money is there. */
  readonly testGateway: boolean;
  readonly origin: string;
  /** Where sellers' keys are; without it there is no hook. */
  readonly stripe?: StripeSetup;
  /** Without it each flag is its default. */
  readonly flags?: FlagDesk;
  /** Where the file that Apple looks for is, once there is one. */
  readonly applePayFile?: string;
  readonly logger?: boolean | object;
  readonly trustProxy?: string[];
  /** Where the pages come from: page/assets.ts. Without it there is the API alone. */
  readonly assets?: (app: FastifyInstance) => Promise<Assets>;
};

declare module "fastify" {
  interface FastifyRequest {
    seller: Seller | null;
  }
}

/** Every module of the shop, in the order of the house. */
const modules: readonly Mounted[] = [
  ...identityRoutes,
  ...catalogRoutes,
  ...seatingRoutes,
  ...codesRoutes,
  ...ledgerRoutes,
  ...cartRoutes,
  ...membershipRoutes,
  ...checkoutRoutes,
  ...orderRoutes,
  ...renewalRoutes,
  ...walletRoutes,
  ...loginRoutes,
  ...accountRoutes,
];

/** The whole server, not yet listening. */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const app = Fastify({
    logger: deps.logger ? loggingWith(deps.logger === true ? {} : deps.logger) : false,
    // Addresses of requests can hold tokens; what is worth a line is said where it happens.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    trustProxy: deps.trustProxy?.length ? deps.trustProxy : false,
    requestTimeout: 15_000,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: (_, request, reply) => refuseAddress(request, reply),
  });
  const cache = new Cache();
  const flags = deps.flags ?? defaultFlags;
  const sellers = sellerFinder(deps.connections.acrossSellers());
  const findSeller = deps.stripe ? withCardFaces(sellers, deps.stripe.keysOf) : sellers;

  // Whoever is being served when the server closes is served; their connection, idle then, is not waited for.
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once("close", () => clearInterval(sweep));
    sweep.unref();
  });
  installUnderWay(app);
  app.decorateRequest("seller", null);
  await app.register(cookie);
  installErrors(app, (request) => request.seller?.strings ?? {});
  installGuards(app);
  app.setNotFoundHandler(() => {
    throw new Refused({ code: "not_found" });
  });

  const makeAsk = async (request: FastifyRequest, reply: FastifyReply, withVisitor: boolean): Promise<Ask> => {
    const said = { ...(request.query as Record<string, unknown>), ...(request.params as Record<string, unknown>) };
    const slug = said._seller;
    if (typeof slug !== "string") throw new Refused({ code: "bad_field_value", extra: { fields: ["_seller"] } });
    const seller = await findSeller(slug);
    if (!seller) throw new Refused({ code: "not_found" });
    request.seller = seller;
    const db = deps.connections.of(seller.id);
    let now: Temporal.Instant | undefined;
    let visitor: Visitor | null = withVisitor
      ? await recallVisitor(db, seller.id, request.cookies[cookieName(seller.slug, deps.secureCookies)])
      : null;
    return {
      seller,
      get visitor() {
        return visitor;
      },
      db,
      from: request.ip,
      // One moment for the whole answer; an answer that is kept needs none.
      get now() {
        return (now ??= deps.clock());
      },
      outside: deps.outside,
      captcha: captchaIn(request.headers),
      flags: flags.of(seller.slug),
      enter: () => (visitor ??= newVisitor(request, reply, seller.slug, deps.secureCookies)),
      admit: (who) => (visitor = admitVisitor(who, reply, seller.slug, deps.secureCookies)),
      dismiss: () => {
        visitor = null;
        dismissVisitor(reply, seller.slug, deps.secureCookies);
      },
      log: request.log,
    };
  };

  mount(app, modules, { makeAsk, cache, production: deps.production });
  let openApi: string | undefined;
  app.get("/api/openapi.json", async (_, reply) => {
    openApi ??= JSON.stringify(openApiOf(modules.map(({ call }) => call)));
    return reply.type("application/json; charset=utf-8").send(openApi);
  });
  if (deps.testGateway) installTestBank(app, deps.connections, deps.origin);
  if (deps.applePayFile !== undefined) installApplePayFile(app, deps.applePayFile);
  if (deps.stripe)
    installStripeHook(app, {
      connections: deps.connections,
      outside: deps.outside,
      findSeller,
      stripe: deps.stripe,
    });
  if (!deps.production)
    installOutboxPage(app, deps.connections, async (slug, enclosures) => {
      const seller = await findSeller(slug);
      if (!seller) return [];
      return (await enclose({ db: deps.connections.of(seller.id), seller, origin: deps.origin }, enclosures)).made;
    });
  if (deps.assets)
    installPages(app, {
      findSeller,
      listSlugs: slugLister(deps.connections.acrossSellers()),
      clock: deps.clock,
      flagsOf: flags.of,
      origin: deps.origin,
      production: deps.production,
      secure: deps.origin.startsWith("https://"),
      takesCards: (seller) => cardFaceOf(seller) !== undefined,
      assets: await deps.assets(app),
    });

  app.get("/healthz", async (request, reply) => {
    reply.header("cache-control", "no-store");
    try {
      await canSell(deps.connections.acrossSellers());
      return await reply.send({ ok: true });
    } catch (error) {
      request.log.warn({ event: "not_ready", err: error instanceof Error ? error.message : "" }, "not ready to sell");
      return reply.code(503).header("retry-after", "2").send({ ok: false });
    }
  });
  return app;
};
