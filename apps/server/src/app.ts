import cookie from "@fastify/cookie";
import { demoKit, demoTours } from "@foyer/demo/tour.ts";
import Fastify, { LogController, type FastifyInstance } from "fastify";
import { assertDatabaseReady } from "./db/assertDatabaseReady.ts";
import type { Connections, Database } from "./db/connections.ts";
import { Refused } from "./errors/refused.ts";
import { ResponseCache } from "./http/cache/responseCache.ts";
import { contextFactory } from "./http/createContext.ts";
import { installCsrfGuard } from "./http/csrfGuard.ts";
import { installErrorHandler, rejectInvalidUrl } from "./http/errorHandler.ts";
import { loggerOptions } from "./http/logging.ts";
import { mount, type Route } from "./http/mount.ts";
import { openApiDocument } from "./http/openapi.ts";
import { installRequestDrain } from "./http/requestDrain.ts";
import { sellerFinder, slugLister } from "./http/sellerFinder.ts";
import { accountRoutes } from "./modules/account/routes.ts";
import { loginRoutes } from "./modules/account/login/routes.ts";
import { cartRoutes } from "./modules/cart/routes.ts";
import { catalogRoutes } from "./modules/catalog/routes.ts";
import { codesRoutes } from "./modules/codes/routes.ts";
import { checkoutRoutes } from "./modules/checkout/routes.ts";
import { giftCardRoutes } from "./modules/giftcards/routes.ts";
import { identityRoutes } from "./modules/identity/routes.ts";
import { membershipRoutes } from "./modules/membership/routes.ts";
import { createAttachments } from "./modules/orders/files/createAttachments.ts";
import { orderRoutes } from "./modules/orders/routes.ts";
import { renewalRoutes } from "./modules/renewals/routes.ts";
import { seatingRoutes } from "./modules/seating/routes.ts";
import { walletRoutes } from "./modules/wallet/routes.ts";
import { installApplePayFile } from "./page/applePayFile.ts";
import type { Assets } from "./page/assets.ts";
import { installOutboxPage } from "./page/dev/outboxPage.ts";
import { installTestBank } from "./page/dev/testBank.ts";
import { installPages, type PageDeps } from "./page/pages.ts";
import { defaultFlagClient, type FlagClient } from "./providers/flags/flagClient.ts";
import type { GatewayDeps } from "./providers/payments/gatewayDefinition.ts";
import { listWebhooks, paymentPageSources } from "./providers/payments/gatewayRegistry.ts";
import { publicGatewayConfig, withPublicGatewayConfig } from "./providers/payments/publicConfig.ts";
import type { Providers } from "./providers/providers.ts";
import { installPaymentWebhooks } from "./paymentWebhooks.ts";

export type AppDeps = {
  readonly connections: Connections;
  readonly providers: Providers;
  readonly clock: () => Temporal.Instant;
  /** Session cookies are Secure and have the prefix __Host-. */
  readonly secureCookies: boolean;
  readonly production: boolean;
  /** Whether the test gateway, which moves no money, may be used. */
  readonly testGateway: boolean;
  readonly origin: string;
  /** Opens sellers' keys for payment webhooks and for the browser; without it there are neither. */
  readonly gateways?: GatewayDeps;
  /** Without it each flag has its default. */
  readonly flags?: FlagClient;
  /** Path of the file that Apple Pay looks for on the domain. It may not exist yet. */
  readonly applePayFile?: string;
  readonly logger?: boolean | object;
  readonly trustProxy?: string[];
  /** The storefront's files (page/assets.ts). Without it there is the API alone. */
  readonly assets?: (app: FastifyInstance) => Promise<Assets>;
};

/** The routes of all modules, in the order of the modules. */
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

type FindSeller = PageDeps["findSeller"];

/** Builds the whole server; it does not listen yet. */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const app = createFastify(deps);
  const { connections, gateways, production } = deps;
  const acrossSellers = connections.acrossSellers();
  const flags = deps.flags ?? defaultFlagClient;
  const sellers = sellerFinder(acrossSellers);
  const findSeller: FindSeller = gateways ? withPublicGatewayConfig(sellers, gateways) : sellers;

  installConnectionSweep(app);
  installRequestDrain(app);
  app.decorateRequest("seller", null);
  await app.register(cookie);
  installErrorHandler(app, (request) => request.seller?.strings ?? {});
  installCsrfGuard(app);
  app.setNotFoundHandler(() => {
    throw new Refused({ code: "not_found" });
  });

  const createContext = contextFactory({ ...deps, flags, findSeller });
  mount(app, routes, { createContext, cache: new ResponseCache(), production });
  installOpenApi(app);
  if (deps.testGateway) installTestBank(app, connections);
  if (deps.applePayFile !== undefined) installApplePayFile(app, deps.applePayFile);
  if (gateways) {
    const webhooks = listWebhooks(gateways);
    installPaymentWebhooks(app, { connections, providers: deps.providers, findSeller, webhooks });
  }
  if (!production) installOutbox(app, deps, findSeller);
  if (deps.assets)
    installPages(app, {
      findSeller,
      listSlugs: slugLister(acrossSellers),
      clock: deps.clock,
      flagsOf: flags.flagsOf,
      origin: deps.origin,
      production,
      secure: deps.origin.startsWith("https://"),
      paymentSources: (seller) => publicGatewayConfig(seller) && paymentPageSources(seller),
      assets: await deps.assets(app),
      ...(!deps.production && {
        development: { db: deps.connections.acrossSellers(), guide: { tours: demoTours, kit: demoKit } },
      }),
    });
  installHealthCheck(app, acrossSellers);
  return app;
};

const createFastify = ({ logger, trustProxy }: AppDeps): FastifyInstance =>
  Fastify({
    logger: logger ? loggerOptions(logger === true ? {} : logger) : false,
    // URLs can contain tokens, so requests are not logged; use cases log what matters.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    trustProxy: trustProxy?.length ? trustProxy : false,
    requestTimeout: 15_000,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: (_, request, reply) => rejectInvalidUrl(request, reply),
  });

/** Closing waits for connections: while requests finish, this closes those that have become idle. */
const installConnectionSweep = (app: FastifyInstance): void => {
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once("close", () => clearInterval(sweep));
    sweep.unref();
  });
};

const installOpenApi = (app: FastifyInstance): void => {
  let document: string | undefined;
  app.get("/api/openapi.json", async (_, reply) => {
    document ??= JSON.stringify(openApiDocument(routes.map(({ endpoint }) => endpoint)));
    return reply.type("application/json; charset=utf-8").send(document);
  });
};

const installOutbox = (app: FastifyInstance, { connections, origin }: AppDeps, findSeller: FindSeller): void =>
  installOutboxPage(app, connections, async (slug, requested) => {
    const seller = await findSeller(slug);
    if (!seller) return [];
    const db = connections.forSeller(seller.id);
    return (await createAttachments({ db, seller, origin }, requested)).attachments;
  });

const installHealthCheck = (app: FastifyInstance, acrossSellers: Database): void => {
  app.get("/healthz", async (request, reply) => {
    reply.header("cache-control", "no-store");
    try {
      await assertDatabaseReady(acrossSellers);
      return await reply.send({ ok: true });
    } catch (error) {
      request.log.warn({ event: "not_ready", err: error instanceof Error ? error.message : "" }, "not ready to sell");
      return reply.code(503).header("retry-after", "2").send({ ok: false });
    }
  });
};
