import cookie from "@fastify/cookie";
import { demoKit, demoTours } from "@foyer/demo/tour.ts";
import Fastify, { LogController, type FastifyInstance } from "fastify";
import { installAppleWalletService } from "./appleWalletService.ts";
import { createAppCaches, type AppCaches } from "./appCaches.ts";
import type { Connections } from "./db/connections.ts";
import { Refused } from "./errors/refused.ts";
import { CachedBody } from "./http/cache/cachedBody.ts";
import { sendCached } from "./http/cache/sendCached.ts";
import { contextFactory } from "./http/createContext.ts";
import { installCsrfGuard } from "./http/csrfGuard.ts";
import { DiskSpace } from "./http/health/diskSpace.ts";
import { installOfficeHost } from "./http/hosts/installOfficeHost.ts";
import { installHostGuard } from "./http/hosts/installHostGuard.ts";
import { sellerHostsReader } from "./http/hosts/sellerHosts.ts";
import { installErrorHandler, rejectInvalidUrl } from "./http/errorHandler.ts";
import { installHealthChecks } from "./http/health/healthChecks.ts";
import { loggerOptions } from "./http/logs/logging.ts";
import { countryReader } from "./http/limits/countryOf.ts";
import { installUnnamedProxyDetector } from "./http/limits/unnamedProxyDetector.ts";
import { mount } from "./http/mount.ts";
import { openApiDocument } from "./http/openapi/openapi.ts";
import { Draining, installRequestDrain } from "./http/requestDrain.ts";
import { installBodyClock, maxUploadMs } from "./http/uploads/bodyClock.ts";
import { mountStaff } from "./http/staff/mountStaff.ts";
import { sellerFinder, slugLister } from "./http/sellerFinder.ts";
import { installTransportSecurity, transportSecurityHeaders } from "./http/transportSecurity.ts";
import { recordRefusal, recordVisit } from "./modules/audit/audit.ts";
import { createAttachments } from "./modules/orders/files/createAttachments.ts";
import { findSignIn, setDeviceOfSignIn } from "./modules/staff/signIns.ts";
import { findDevice } from "./office/gate/devices.sql.ts";
import { installApplePayFile } from "./page/applePayFile.ts";
import type { Assets } from "./page/assets.ts";
import { installOutboxPage } from "./page/dev/outboxPage.ts";
import { installWalletPage } from "./page/dev/walletPage.ts";
import { installTestBank } from "./page/dev/testBank.ts";
import { installOffice } from "./page/office/installOffice.ts";
import type { OfficeAssets } from "./page/office/officeAssets.ts";
import { renderLinkError } from "./page/linkErrorPage.ts";
import { installPages, type PageDeps } from "./page/pages.ts";
import { routedUrl } from "./page/pageUrl.ts";
import { defaultFlagClient, type FlagClient } from "./providers/flags/flagClient.ts";
import type { GatewayDeps } from "./providers/payments/gatewayDefinition.ts";
import { listWebhooks, paymentPageSources } from "./providers/payments/gatewayRegistry.ts";
import { publicGatewayConfig, withPublicGatewayConfig } from "./providers/payments/publicConfig.ts";
import type { Providers } from "./providers/providers.ts";
import type { Sealer } from "./providers/sealer.ts";
import { originOf } from "./providers/sellerOrigin.ts";
import { hidePreviews } from "./http/hosts/hidePreviews.ts";
import { installPaymentWebhooks } from "./paymentWebhooks.ts";
import { apiRoutes, staffRoutes } from "./routes.ts";

export type AppDeps = {
  readonly connections: Connections;
  readonly providers: Providers;
  /** Shared with jobs, so that a server reads and keeps each seller once; without it the app has one of its own. */
  readonly sellers?: ReturnType<typeof sellerFinder>;
  readonly clock: () => Temporal.Instant;
  /** Whether session cookies are Secure and prefixed with `__Host-`. */
  readonly secureCookies: boolean;
  readonly production: boolean;
  /** Whether the test gateway, which moves no money, may be used. */
  readonly testGateway: boolean;
  readonly origin: string;
  /** The back office; not served if left out. `origin` is its own address, or that of the storefronts. */
  readonly office?: {
    readonly origin: string;
    readonly sealer: Sealer;
    /** The back office's page (page/office); without it only the API is served. */
    readonly assets?: (app: FastifyInstance) => Promise<OfficeAssets>;
  };
  /** Opens sellers' keys for payment webhooks and for the browser; without it, neither is available. */
  readonly gateways?: GatewayDeps;
  /** Without it, each flag has its default. */
  readonly flags?: FlagClient;
  /** Path of the file that Apple Pay looks for on the domain. It may not exist yet. */
  readonly applePayFile?: string;
  readonly caches?: AppCaches;
  /** Starts before the server closes. */
  readonly draining?: Draining;
  /** Measures each request; called before routes are registered. */
  readonly instrument?: (app: FastifyInstance) => void;
  readonly logger?: boolean | object;
  readonly trustProxy?: string[];
  /** The header in which a trusted proxy sends the client's country, in lower case. */
  readonly countryHeader?: string | undefined;
  /** How long a client may take to send a request's headers, and its body. An upload may pause for as long. */
  readonly requestTimeoutMs?: number;
  /** The storefront's files (page/assets.ts). Without it only the API is served. */
  readonly assets?: (app: FastifyInstance) => Promise<Assets>;
};

type FindSeller = PageDeps["findSeller"];

const defaultRequestTimeoutMs = 15_000;

/** Builds the whole server without listening yet. */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const app = createFastify(deps);
  const { connections, gateways, production, caches = createAppCaches(), draining = new Draining() } = deps;
  const acrossSellers = connections.acrossSellers();
  const flags = deps.flags ?? defaultFlagClient;
  const sellers = deps.sellers ?? sellerFinder(acrossSellers);
  const findSeller: FindSeller = gateways ? withPublicGatewayConfig(sellers, gateways) : sellers;

  const readHosts = sellerHostsReader(acrossSellers);

  const diskSpace = new DiskSpace();
  deps.instrument?.(app);
  installBodyClock(app.server, deps.requestTimeoutMs ?? defaultRequestTimeoutMs);
  installTransportSecurity(app, deps.origin);
  installConnectionSweep(app);
  installRequestDrain(app, draining);
  app.decorateRequest("seller", null);
  const isBehindUnnamedProxy = installUnnamedProxyDetector(app, deps.trustProxy ?? []);
  await app.register(cookie);
  installErrorHandler(app, {
    findStrings: (request) => request.seller?.strings ?? {},
    renderLinkError,
    note: diskSpace.note,
  });
  installCsrfGuard(app);
  hidePreviews(app);
  if (deps.office) installOfficeHost(app, { readHosts, origin: deps.origin, officeOrigin: deps.office.origin });
  installHostGuard(app, { readHosts, origin: deps.origin, findSeller });
  app.setNotFoundHandler(() => {
    throw new Refused({ code: "not_found" });
  });

  const createContext = contextFactory({ ...deps, flags, findSeller, isBehindUnnamedProxy });
  mount(app, apiRoutes, { createContext, cache: caches.replies, production });
  if (deps.office)
    mountStaff(app, staffRoutes, {
      ...deps,
      ...deps.office,
      findSeller,
      isBehindUnnamedProxy,
      countryOf: countryReader(deps.countryHeader),
      findSignIn,
      setDeviceOfSignIn,
      findDevice,
      recordRefusal,
      recordVisit,
    });
  installAppleWalletService(app, { ...deps, findSeller, isBehindUnnamedProxy });
  const officeAssets = await deps.office?.assets?.(app);
  if (officeAssets) installOffice(app, officeAssets);
  installOpenApi(app, deps.origin);
  const assets = await deps.assets?.(app);
  installTestBank(app, { connections, findSeller, isForPreviews: !deps.testGateway, assets });
  if (deps.applePayFile !== undefined) installApplePayFile(app, deps.applePayFile);
  if (gateways) {
    const webhooks = listWebhooks(gateways);
    installPaymentWebhooks(app, { connections, providers: deps.providers, findSeller, webhooks });
  }
  if (!production) installOutbox(app, deps, findSeller);
  if (!production) installWalletPage(app, connections);
  if (assets)
    installPages(app, {
      pages: caches.pages,
      findSeller,
      readHosts,
      listSlugs: slugLister(acrossSellers),
      clock: deps.clock,
      flagsOf: flags.flagsOf,
      origin: deps.origin,
      production,
      secure: deps.origin.startsWith("https://"),
      paymentSources: (seller) => publicGatewayConfig(seller) && paymentPageSources(seller),
      assets,
      ...(!deps.production && {
        development: { db: deps.connections.acrossSellers(), guide: { tours: demoTours, kit: demoKit } },
      }),
    });
  installHealthChecks(app, acrossSellers, { diskSpace, draining });
  return app;
};

const createFastify = ({
  logger,
  origin,
  trustProxy,
  requestTimeoutMs = defaultRequestTimeoutMs,
}: AppDeps): FastifyInstance =>
  Fastify({
    logger: logger ? loggerOptions(logger === true ? {} : logger) : false,
    // URLs can contain tokens, so requests are not logged; use cases log what matters.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    trustProxy: trustProxy?.length ? trustProxy : false,
    // For uploads. Other requests' bodies are limited by requestTimeoutMs (installBodyClock).
    requestTimeout: Math.max(maxUploadMs, requestTimeoutMs),
    http: {
      headersTimeout: requestTimeoutMs,
      requestTimeout: Math.max(maxUploadMs, requestTimeoutMs),
      // Without this, Node checks for timed-out requests only every thirty seconds.
      connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 15),
    },
    // We refuse requests ourselves instead (http/requestDrain.ts).
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    rewriteUrl: ({ url = "/" }) => routedUrl(url),
    genReqId: () => crypto.randomUUID(),
    // Hooks do not run for a URL that cannot be parsed.
    frameworkErrors: (_, request, reply) => rejectInvalidUrl(request, reply.headers(transportSecurityHeaders(origin))),
  });

/** Closing waits for connections. While requests finish, this closes connections that have become idle. */
const installConnectionSweep = (app: FastifyInstance): void => {
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
    app.server.once("close", () => clearInterval(sweep));
    sweep.unref();
  });
};

const installOpenApi = (app: FastifyInstance, origin: string): void => {
  let document: CachedBody | undefined;
  app.get("/api/openapi.json", async (request, reply) => {
    document ??= new CachedBody(JSON.stringify(openApiDocument(apiRoutes, origin)));
    return sendCached(request, reply, document);
  });
};

const installOutbox = (app: FastifyInstance, { connections, origin }: AppDeps, findSeller: FindSeller): void =>
  installOutboxPage(app, connections, async (slug, requested) => {
    const seller = await findSeller(slug);
    if (!seller) return [];
    const db = connections.forSeller(seller.id);
    return (await createAttachments({ db, seller, origin: originOf(origin, seller) }, requested)).attachments;
  });
