import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { loadDemo, prepareDemo } from "./catalogue/apply/loadDemo.ts";
import { assertAppLogin } from "./db/appLogin.ts";
import { Connections } from "./db/connections.ts";
import { armCrash } from "./db/faultPoints.ts";
import type { ReportProgress } from "./db/embedded/startEmbedded.ts";
import { migrate } from "./db/migrate/migrate.ts";
import { databaseExists, openDatabase, type OpenedDatabase } from "./db/openDatabase.ts";
import { settleAll } from "./db/settleAll.ts";
import { loadDemoGiftCards } from "./demo/loadDemoGiftCards.ts";
import { loadDemoMembers } from "./demo/loadDemoMembers.ts";
import { loadDemoStaff } from "./demo/loadDemoStaff.ts";
import { loadDemoMemberships } from "./demo/loadDemoMemberships.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Tracing } from "./tracing/tracing.ts";
import type { LogOutput } from "./http/logs/logOutput.ts";
import { Draining } from "./http/requestDrain.ts";
import { sellerFinder, slugLister } from "./http/sellerFinder.ts";
import { jobList } from "./jobs/jobList.ts";
import { startJobs } from "./jobs/startJobs.ts";
import { resealSecondFactors } from "./modules/staff/factors.ts";
import { applePayFileName } from "./page/applePayFile.ts";
import { builtAssets, builtFolder, devServerAssets, filesFolder } from "./page/assets.ts";
import { builtOffice, devServerOffice } from "./page/office/officeAssets.ts";
import { releaseFileReader, storeReleaseFiles } from "./page/releaseFiles.ts";
import type { FlagClient } from "./providers/flags/flagClient.ts";
import { openFlags } from "./providers/flags/openFlags.ts";
import { openProviders } from "./providers/openProviders.ts";
import type { Settings } from "./settings.ts";

export type OpenServer = {
  readonly app: FastifyInstance;
  readonly database: string;
  /** Starts draining: the server is no longer ready and starts no more jobs, but keeps serving. */
  drain(): void;
  /** Finishes requests and jobs, then stops the database. */
  close(): Promise<void>;
  /** Stops the database without waiting for anything else. */
  abandon(): Promise<void>;
};

type OpenOptions = {
  /** Serves the storefront from its sources, with reloading. */
  readonly isDevServer?: boolean;
  /** Serves the API without the storefront. */
  readonly apiOnly?: boolean;
  /** Where log lines go, if not to standard output. */
  readonly logOutput?: LogOutput;
};
/** Registers what has to be closed at the end; it is closed in reverse order. */
type OnClose = (cleanup: () => Promise<unknown>) => void;

/** Opens the database, the server and the jobs, ready to listen. */
export const openServer = async (
  settings: Settings,
  report: ReportProgress,
  options: OpenOptions = {},
): Promise<OpenServer> => {
  if (settings.FAULT) armCrash(settings.FAULT);
  const now = Temporal.Now.instant();
  // On the first start, the demo is prepared while the database is created. loadDemo reports its errors.
  const demo = settings.DEMO && !(await databaseExists(settings)) ? prepareDemo(now) : undefined;
  demo?.catch(() => undefined);
  const database = await openDatabase(settings, report);
  let stopped: Promise<void> | undefined;
  const stopDatabase = (): Promise<void> => (stopped ??= database.stop());
  const draining = new Draining();
  const cleanups: (() => Promise<unknown>)[] = [stopDatabase];
  const close = async (): Promise<void> => {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  };
  const onClose: OnClose = (cleanup) => void cleanups.push(cleanup);
  try {
    const connections = await openConnections(settings, database, report, onClose);
    const { providers, gateways, sealer } = await openProviders(settings, connections);
    if (settings.SECRETS_KEY_PREVIOUS !== undefined) await resealSecondFactors(connections.acrossSellers(), sealer);
    const metrics = await openMetrics(settings, connections, report, onClose);
    const tracing = await openTracing(settings, connections.serverId, report, onClose);
    const findSeller = sellerFinder(connections.acrossSellers());
    const parts = {
      settings,
      connections,
      sellers: findSeller,
      providers,
      gateways,
      sealer,
      draining,
      metrics,
      tracing,
    };
    if (settings.NODE_ENV === "production" && settings.OFFICE_URL === settings.BASE_URL)
      report("The back office shares the storefronts' address. Give it one of its own: OFFICE_URL (docs/settings.md).");
    // The demo waits for the database for most of its time, the app for the processor.
    const [{ app, flags }] = await settleAll([
      openApp(parts, options, report, onClose),
      settings.DEMO && loadWholeDemo(settings, connections, now, demo),
      !options.apiOnly && !options.isDevServer && storeFiles(database.owner, report),
    ]);
    await flags.refresh(await slugLister(connections.acrossSellers())());
    if (settings.DEMO && allowsTestGateway(settings)) await buyDemoMemberships(connections, app);
    const ctx = {
      connections,
      providers,
      findSeller,
      flagsOf: flags.flagsOf,
      sealer,
      log: app.log,
      origin: settings.BASE_URL,
      retentionDays: settings.RETENTION_DAYS,
    };
    const jobs = startJobs(jobList(ctx), app.log);
    // In parallel: a job may take longer than the requests.
    onClose(() => Promise.all([jobs.stop(), app.close()]));
    const drain = (): void => {
      draining.begin();
      void jobs.stop();
    };
    return { app, database: database.description, drain, close, abandon: stopDatabase };
  } catch (error) {
    await close();
    throw error;
  }
};

/** The demo's sellers, and then what belongs to them. */
const loadWholeDemo = async (
  settings: Settings,
  connections: Connections,
  now: Temporal.Instant,
  demo: ReturnType<typeof prepareDemo> | undefined,
): Promise<void> => {
  await loadDemo(connections, now, demo);
  await settleAll([
    loadDemoGiftCards(connections),
    loadDemoMembers(connections),
    settings.NODE_ENV !== "production" && loadDemoStaff(connections),
  ]);
};

/** Loaded only if enabled. */
const openMetrics = async (
  { METRICS_PORT: port, METRICS_HOST: host }: Settings,
  connections: Connections,
  report: ReportProgress,
  onClose: OnClose,
): Promise<Metrics | undefined> => {
  if (port === undefined) return undefined;
  const { startMetrics } = await import("./metrics/startMetrics.ts");
  const metrics = await startMetrics(connections, { port, host });
  onClose(() => metrics.close());
  report(`Metrics: ${metrics.address}`);
  return metrics;
};

/** Loaded only if enabled. */
const openTracing = async (
  settings: Settings,
  instance: string,
  report: ReportProgress,
  onClose: OnClose,
): Promise<Tracing | undefined> => {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { startTracing } = await import("./tracing/startTracing.ts");
  const tracing = startTracing({
    endpoint,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
    instance,
  });
  onClose(() => tracing.close());
  report(`Traces: ${endpoint}`);
  return tracing;
};

const allowsTestGateway = ({ NODE_ENV, ALLOW_TEST_GATEWAY }: Settings): boolean =>
  NODE_ENV !== "production" || ALLOW_TEST_GATEWAY;

const openConnections = async (
  { DATABASE_CONNECTIONS: max }: Settings,
  database: OpenedDatabase,
  report: ReportProgress,
  onClose: OnClose,
): Promise<Connections> => {
  await migrate(database.owner, { report });
  await assertAppLogin(database.app);
  const connections = new Connections({ ...database.app, max });
  onClose(() => connections.close());
  return connections;
};

/** Runs before the server is reachable: from then on, its pages may request its files from other servers. */
const storeFiles = (owner: OpenedDatabase["owner"], report: ReportProgress): Promise<void> =>
  storeReleaseFiles(owner, filesFolder(builtFolder)).catch((error: unknown) =>
    report(`The page's files could not be stored for servers of other releases: ${String(error)}`),
  );

const demoFlagsFile = join(import.meta.dirname, "../../../packages/demo/flags.json");

type AppParts = {
  readonly settings: Settings;
  readonly connections: Connections;
  readonly sellers: ReturnType<typeof sellerFinder>;
  readonly draining: Draining;
  readonly metrics: Metrics | undefined;
  readonly tracing: Tracing | undefined;
} & Awaited<ReturnType<typeof openProviders>>;

const openApp = async (
  { settings, connections, sellers, providers, gateways, sealer, draining, metrics, tracing }: AppParts,
  { isDevServer = false, apiOnly = false, logOutput }: OpenOptions,
  report: ReportProgress,
  onClose: OnClose,
): Promise<{ readonly app: FastifyInstance; readonly flags: FlagClient }> => {
  const origin = settings.BASE_URL;
  // Flags are read before the app exists; later warnings go to the app's log.
  const opened: { app?: FastifyInstance } = {};
  const flags = await openFlags(
    { url: settings.FLAGS_URL, token: settings.FLAGS_TOKEN, file: flagsFile(settings) },
    { warn: (fields, message) => (opened.app ? opened.app.log.warn(fields, message) : report(message)) },
  );
  onClose(() => flags.close());
  const app = await buildApp({
    connections,
    sellers,
    providers,
    clock: () => Temporal.Now.instant(),
    secureCookies: origin.startsWith("https:"),
    production: settings.NODE_ENV === "production",
    testGateway: allowsTestGateway(settings),
    origin,
    office: {
      origin: settings.OFFICE_URL,
      sealer,
      ...(!apiOnly && { assets: isDevServer ? devServerOffice : builtOffice }),
    },
    gateways,
    applePayFile: join(settings.DATA_DIR, applePayFileName),
    flags,
    draining,
    logger: {
      level: settings.LOG_LEVEL,
      ...(logOutput && { stream: logOutput }),
      ...(tracing && { mixin: tracing.logFields }),
    },
    trustProxy: settings.TRUST_PROXY,
    countryHeader: settings.COUNTRY_HEADER,
    instrument: (fastify) => {
      tracing?.traceRequests(fastify);
      metrics?.measureRequests(fastify);
    },
    ...(!apiOnly && {
      assets: isDevServer
        ? devServerAssets
        : (fastify) => builtAssets(fastify, builtFolder, releaseFileReader(connections.acrossSellers())),
    }),
  });
  opened.app = app;
  onClose(() => app.close());
  return { app, flags };
};

/** The demo sellers have flags of their own, which apply to no other seller. */
const flagsFile = ({ FLAGS_FILE, FLAGS_URL, DEMO }: Settings): string | undefined =>
  FLAGS_FILE ?? (DEMO && FLAGS_URL === undefined ? demoFlagsFile : undefined);

/** Memberships are bought with requests to the app, so it has to exist first. */
const buyDemoMemberships = (connections: Connections, app: FastifyInstance): Promise<void> =>
  loadDemoMemberships(connections, app).catch((error: unknown) =>
    app.log.warn({ err: error }, "the demo's memberships could not be bought"),
  );
