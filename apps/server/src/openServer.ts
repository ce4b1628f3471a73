import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { loadDemo, prepareDemo } from "./catalogue/apply/loadDemo.ts";
import { Connections } from "./db/connections.ts";
import { armCrash } from "./db/faultPoints.ts";
import { loadDemoGiftCards } from "./demo/loadDemoGiftCards.ts";
import { loadDemoMembers } from "./demo/loadDemoMembers.ts";
import { loadDemoMemberships } from "./demo/loadDemoMemberships.ts";
import { migrate } from "./db/migrate.ts";
import { databaseExists, openDatabase } from "./db/openDatabase.ts";
import { sellerFinder, slugLister } from "./http/sellerFinder.ts";
import { processWebhookEvents } from "./jobs/processWebhookEvents.ts";
import { deleteExpiredReplies } from "./http/idempotency.ts";
import { releaseExpiredHolds } from "./jobs/releaseExpiredHolds.ts";
import { deletePaymentMethods } from "./jobs/deletePaymentMethods.ts";
import { renewMemberships } from "./jobs/renewMemberships.ts";
import { resendEmails } from "./jobs/resendEmails.ts";
import { startJobs } from "./jobs/startJobs.ts";
import { sendQueuedEmails } from "./jobs/sendQueuedEmails.ts";
import { settleOpenPayments, reconcileProviders } from "./jobs/settleOpenPayments.ts";
import { deleteExpiredLogins } from "./modules/identity/sessions/deleteExpiredLogins.ts";
import { openFlags } from "./providers/flags/openFlags.ts";
import { openProviders } from "./providers/openProviders.ts";
import { applePayFileName } from "./page/applePayFile.ts";
import { builtAssets, devServerAssets } from "./page/assets.ts";
import type { Settings } from "./settings.ts";

export type OpenServer = { readonly app: FastifyInstance; readonly database: string; close(): Promise<void> };

/** Everything that runs: database, server and jobs, ready to listen. `changing`: the storefront straight from its sources; `api`: without the storefront. */
export const openServer = async (
  settings: Settings,
  report: (line: string) => void,
  { changing = false, api = false } = {},
): Promise<OpenServer> => {
  if (settings.FAULT) armCrash(settings.FAULT);
  const now = Temporal.Now.instant();
  // A new house works its demo out while its database is being made; what goes wrong with it is said by loadDemo.
  const demo = settings.DEMO && !(await databaseExists(settings)) ? prepareDemo(now) : undefined;
  demo?.catch(() => undefined);
  const database = await openDatabase(settings, report);
  const production = settings.NODE_ENV === "production";
  const cleanups: (() => Promise<unknown>)[] = [() => database.stop()];
  const close = async (): Promise<void> => {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  };
  try {
    await migrate(database.owner);
    const connections = new Connections(database.app);
    cleanups.push(() => connections.close());
    const acrossSellers = connections.acrossSellers();
    const origin = settings.BASE_URL;
    const { providers, gateways } = await openProviders(settings, connections);
    if (settings.DEMO) {
      await loadDemo(connections, now, demo);
      await loadDemoGiftCards(connections);
      await loadDemoMembers(connections);
    }
    const openedApp: { app?: FastifyInstance } = {};
    const flags = await openFlags(
      { url: settings.FLAGS_URL, token: settings.FLAGS_TOKEN, file: settings.FLAGS_FILE },
      { warn: (fields, message) => (openedApp.app ? openedApp.app.log.warn(fields, message) : report(message)) },
    );
    cleanups.push(() => flags.close());
    await flags.refresh(await slugLister(acrossSellers)());
    const app = await buildApp({
      connections,
      providers,
      clock: () => Temporal.Now.instant(),
      secureCookies: origin.startsWith("https:"),
      production,
      testGateway: !production || settings.ALLOW_TEST_GATEWAY,
      origin,
      gateways,
      applePayFile: join(settings.DATA_DIR, applePayFileName),
      flags,
      logger: { level: settings.LOG_LEVEL },
      trustProxy: settings.TRUST_PROXY,
      ...(!api && { assets: changing ? devServerAssets : builtAssets }),
    });
    openedApp.app = app;
    cleanups.push(() => app.close());
    // With the calls that everybody makes: so these are bought when there is somebody to answer them.
    if (settings.DEMO && (!production || settings.ALLOW_TEST_GATEWAY))
      await loadDemoMemberships(connections, app).catch((error: unknown) =>
        app.log.warn({ error }, "the demo’s memberships were not bought"),
      );
    const findSeller = sellerFinder(acrossSellers);
    const jobs = startJobs(
      [
        { name: "release expired holds", everySeconds: 3, run: () => releaseExpiredHolds(acrossSellers) },
        {
          name: "send mail",
          everySeconds: 2,
          run: () => sendQueuedEmails({ connections, transport: providers.mail, origin, findSeller, log: app.log }),
        },
        {
          name: "write letters again",
          everySeconds: 2,
          run: () => resendEmails({ connections, providers, findSeller, log: app.log }),
        },
        {
          name: "settle payments",
          everySeconds: 5,
          run: () => settleOpenPayments({ connections, providers, findSeller, log: app.log }),
        },
        {
          name: "ask what was given back and disputed",
          everySeconds: 60,
          run: () => reconcileProviders({ connections, providers, findSeller, log: app.log }),
        },
        {
          name: "renew memberships",
          everySeconds: 5,
          run: () => renewMemberships({ connections, providers, findSeller, log: app.log }),
        },
        {
          name: "forget cards that nothing is paid with",
          everySeconds: 60,
          run: () => deletePaymentMethods({ connections, providers, findSeller, log: app.log }),
        },
        { name: "forget old logins", everySeconds: 600, run: () => deleteExpiredLogins(acrossSellers) },
        {
          name: "ask after what hooks told",
          everySeconds: 5,
          run: () => processWebhookEvents({ connections, providers, findSeller, log: app.log }),
        },
        { name: "forget answers to calls with keys", everySeconds: 60, run: () => deleteExpiredReplies(acrossSellers) },
      ],
      app.log,
    );
    cleanups.push(() => jobs.stop());
    return { app, database: database.description, close };
  } catch (error) {
    await close();
    throw error;
  }
};
