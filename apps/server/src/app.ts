import cookie from "@fastify/cookie";
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Connections } from "./db/connections.ts";
import { assertDatabaseReady } from "./db/assertDatabaseReady.ts";
import type { RequestContext, Visitor } from "./http/requestContext.ts";
import { ResponseCache } from "./http/cache/responseCache.ts";
import { installErrorHandler, rejectInvalidUrl } from "./http/errorHandler.ts";
import { installCsrfGuard } from "./http/csrfGuard.ts";
import { loggerOptions } from "./http/logging.ts";
import { mount, type Route } from "./http/mount.ts";
import { openApiDocument } from "./http/openapi.ts";
import { Refused } from "./errors/refused.ts";
import { installRequestDrain } from "./http/requestDrain.ts";
import { sellerFinder, slugLister } from "./http/sellerFinder.ts";
import { issueSession, cookieName, clearSession, createVisitor, findVisitor } from "./http/session.ts";
import { accountRoutes } from "./modules/account/routes.ts";
import { loginRoutes } from "./modules/account/login/routes.ts";
import { cartRoutes } from "./modules/cart/routes.ts";
import { catalogRoutes } from "./modules/catalog/routes.ts";
import { codesRoutes } from "./modules/codes/routes.ts";
import { checkoutRoutes } from "./modules/checkout/routes.ts";
import { giftCardRoutes } from "./modules/giftcards/routes.ts";
import { readCaptchaAnswer } from "./http/readCaptchaAnswer.ts";
import { identityRoutes } from "./modules/identity/routes.ts";
import { membershipRoutes } from "./modules/membership/routes.ts";
import { createAttachments } from "./modules/orders/files/createAttachments.ts";
import { orderRoutes } from "./modules/orders/routes.ts";
import { renewalRoutes } from "./modules/renewals/routes.ts";
import { seatingRoutes } from "./modules/seating/routes.ts";
import { walletRoutes } from "./modules/wallet/routes.ts";
import type { Assets } from "./page/assets.ts";
import { installPages } from "./page/pages.ts";
import { defaultFlagClient, type FlagClient } from "./providers/flags/flagClient.ts";
import type { Providers } from "./providers/providers.ts";
import type { GatewayDeps } from "./providers/payments/gatewayDefinition.ts";
import { listWebhooks, paymentPageSources } from "./providers/payments/gatewayRegistry.ts";
import { publicGatewayConfig, withPublicGatewayConfig } from "./providers/payments/publicConfig.ts";
import { installApplePayFile } from "./page/applePayFile.ts";
import { installOutboxPage } from "./page/dev/outboxPage.ts";
import { installTestBank } from "./page/dev/testBank.ts";
import { installPaymentWebhooks } from "./paymentWebhooks.ts";

export type AppDeps = {
  readonly connections: Connections;
  readonly providers: Providers;
  readonly clock: () => Temporal.Instant;
  /** Cookies are Secure and carry the __Host- prefix. */
  readonly secureCookies: boolean;
  readonly production: boolean;
  /** The gateway that moves no money is there. */
  readonly testGateway: boolean;
  readonly origin: string;
  /** Opens the sellers' keys for payment webhooks and for the browser; without it there are neither. */
  readonly gateways?: GatewayDeps;
  /** Without it each flag is its default. */
  readonly flags?: FlagClient;
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
const routes: readonly Route[] = [
  ...identityRoutes,
  ...catalogRoutes,
  ...seatingRoutes,
  ...codesRoutes,
  ...giftCardRoutes,
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
    logger: deps.logger ? loggerOptions(deps.logger === true ? {} : deps.logger) : false,
    // Addresses of requests can hold tokens; what is worth a line is said where it happens.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    trustProxy: deps.trustProxy?.length ? deps.trustProxy : false,
    requestTimeout: 15_000,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: (_, request, reply) => rejectInvalidUrl(request, reply),
  });
  const cache = new ResponseCache();
  const flags = deps.flags ?? defaultFlagClient;
  const sellers = sellerFinder(deps.connections.acrossSellers());
  const findSeller = deps.gateways ? withPublicGatewayConfig(sellers, deps.gateways) : sellers;

  // Whoever is being served when the server closes is served; their connection, idle then, is not waited for.
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once("close", () => clearInterval(sweep));
    sweep.unref();
  });
  installRequestDrain(app);
  app.decorateRequest("seller", null);
  await app.register(cookie);
  installErrorHandler(app, (request) => request.seller?.strings ?? {});
  installCsrfGuard(app);
  app.setNotFoundHandler(() => {
    throw new Refused({ code: "not_found" });
  });

  const createContext = async (
    request: FastifyRequest,
    reply: FastifyReply,
    withVisitor: boolean,
  ): Promise<RequestContext> => {
    const input = { ...(request.query as Record<string, unknown>), ...(request.params as Record<string, unknown>) };
    const slug = input._seller;
    if (typeof slug !== "string") throw new Refused({ code: "bad_field_value", extra: { fields: ["_seller"] } });
    const seller = await findSeller(slug);
    if (!seller) throw new Refused({ code: "not_found" });
    request.seller = seller;
    const db = deps.connections.forSeller(seller.id);
    let now: Temporal.Instant | undefined;
    let visitor: Visitor | null = withVisitor
      ? await findVisitor(db, seller.id, request.cookies[cookieName(seller.slug, deps.secureCookies)])
      : null;
    return {
      seller,
      get visitor() {
        return visitor;
      },
      db,
      clientAddress: request.ip,
      // One moment for the whole answer; an answer that is kept needs none.
      get now() {
        return (now ??= deps.clock());
      },
      providers: deps.providers,
      captcha: readCaptchaAnswer(request.headers),
      flags: flags.flagsOf(seller.slug),
      ensureVisitor: () => (visitor ??= createVisitor(request, reply, seller.slug, deps.secureCookies)),
      startSession: (identity) => (visitor = issueSession(identity, reply, seller.slug, deps.secureCookies)),
      endSession: () => {
        visitor = null;
        clearSession(reply, seller.slug, deps.secureCookies);
      },
      log: request.log,
    };
  };

  mount(app, routes, { makeAsk: createContext, cache, production: deps.production });
  let openApi: string | undefined;
  app.get("/api/openapi.json", async (_, reply) => {
    openApi ??= JSON.stringify(openApiDocument(routes.map(({ endpoint }) => endpoint)));
    return reply.type("application/json; charset=utf-8").send(openApi);
  });
  if (deps.testGateway) installTestBank(app, deps.connections);
  if (deps.applePayFile !== undefined) installApplePayFile(app, deps.applePayFile);
  if (deps.gateways)
    installPaymentWebhooks(app, {
      connections: deps.connections,
      providers: deps.providers,
      findSeller,
      webhooks: listWebhooks(deps.gateways),
    });
  if (!deps.production)
    installOutboxPage(app, deps.connections, async (slug, enclosures) => {
      const seller = await findSeller(slug);
      if (!seller) return [];
      return (
        await createAttachments({ db: deps.connections.forSeller(seller.id), seller, origin: deps.origin }, enclosures)
      ).attachments;
    });
  if (deps.assets)
    installPages(app, {
      findSeller,
      listSlugs: slugLister(deps.connections.acrossSellers()),
      clock: deps.clock,
      flagsOf: flags.flagsOf,
      origin: deps.origin,
      production: deps.production,
      secure: deps.origin.startsWith("https://"),
      paymentSources: (seller) => publicGatewayConfig(seller) && paymentPageSources(seller),
      assets: await deps.assets(app),
    });

  app.get("/healthz", async (request, reply) => {
    reply.header("cache-control", "no-store");
    try {
      await assertDatabaseReady(deps.connections.acrossSellers());
      return await reply.send({ ok: true });
    } catch (error) {
      request.log.warn({ event: "not_ready", err: error instanceof Error ? error.message : "" }, "not ready to sell");
      return reply.code(503).header("retry-after", "2").send({ ok: false });
    }
  });
  return app;
};
