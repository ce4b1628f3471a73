import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { loadDemo, workOutDemo } from "./catalogue/loadDemo.ts";
import { Connections } from "./db/connect.ts";
import { armCrash } from "./db/faults.ts";
import { loadDemoGiftCards } from "./demoGiftCards.ts";
import { loadDemoMembers } from "./demoMembers.ts";
import { loadDemoMemberships } from "./demoMemberships.ts";
import { migrate } from "./db/migrate.ts";
import { hasDatabase, openDatabase } from "./db/open.ts";
import { sellerFinder, slugLister } from "./http/sellers.ts";
import { hearAll } from "./jobs/hearAll.ts";
import { forgetAnswers } from "./http/once.ts";
import { releaseExpired } from "./jobs/releaseExpired.ts";
import { forgetMethods } from "./jobs/forgetMethods.ts";
import { renewMemberships } from "./jobs/renewMemberships.ts";
import { resendLetters } from "./jobs/resendLetters.ts";
import { startJobs } from "./jobs/runner.ts";
import { sendMail } from "./jobs/sendMail.ts";
import { settleAll, watchAll } from "./jobs/settleAll.ts";
import { forgetOldLogins } from "./modules/identity/forgetOldLogins.ts";
import { openFlags } from "./outside/flags/openFlags.ts";
import { openOutside } from "./outside/openOutside.ts";
import { applePayFileName } from "./page/applePayFile.ts";
import { builtAssets, changingAssets } from "./page/assets.ts";
import type { Settings } from "./settings.ts";

export type Shop = { readonly app: FastifyInstance; readonly database: string; close(): Promise<void> };

/** Everything that runs: database, server and jobs, ready to listen. `changing`: the storefront straight from its sources; `api`: without the storefront. */
export const openShop = async (
  settings: Settings,
  say: (line: string) => void,
  { changing = false, api = false } = {},
): Promise<Shop> => {
  if (settings.FAULT) armCrash(settings.FAULT);
  const now = Temporal.Now.instant();
  // A new house works its demo out while its database is being made; what goes wrong with it is said by loadDemo.
  const demo = settings.DEMO && !(await hasDatabase(settings)) ? workOutDemo(now) : undefined;
  demo?.catch(() => undefined);
  const database = await openDatabase(settings, say);
  const production = settings.NODE_ENV === "production";
  const undo: (() => Promise<unknown>)[] = [() => database.stop()];
  const close = async (): Promise<void> => {
    for (const step of undo.toReversed()) await step();
  };
  try {
    await migrate(database.owner);
    const connections = new Connections(database.app);
    undo.push(() => connections.close());
    const everywhere = connections.acrossSellers();
    const origin = settings.BASE_URL;
    const { outside, stripe } = await openOutside(settings, connections);
    if (settings.DEMO) {
      await loadDemo(connections, now, demo);
      await loadDemoGiftCards(connections);
      await loadDemoMembers(connections);
    }
    const opened: { app?: FastifyInstance } = {};
    const flags = await openFlags(
      { url: settings.FLAGS_URL, token: settings.FLAGS_TOKEN, file: settings.FLAGS_FILE },
      { warn: (fields, message) => (opened.app ? opened.app.log.warn(fields, message) : say(message)) },
    );
    undo.push(() => flags.close());
    await flags.read(await slugLister(everywhere)());
    const app = await buildApp({
      connections,
      outside,
      clock: () => Temporal.Now.instant(),
      secureCookies: origin.startsWith("https:"),
      production,
      testGateway: !production || settings.ALLOW_TEST_GATEWAY,
      origin,
      stripe,
      applePayFile: join(settings.DATA_DIR, applePayFileName),
      flags,
      logger: { level: settings.LOG_LEVEL },
      trustProxy: settings.TRUST_PROXY,
      ...(!api && { assets: changing ? changingAssets : builtAssets }),
    });
    opened.app = app;
    undo.push(() => app.close());
    // With the calls that everybody makes: so these are bought when there is somebody to answer them.
    if (settings.DEMO && (!production || settings.ALLOW_TEST_GATEWAY))
      await loadDemoMemberships(connections, app).catch((error: unknown) =>
        app.log.warn({ error }, "the demo’s memberships were not bought"),
      );
    const findSeller = sellerFinder(everywhere);
    const jobs = startJobs(
      [
        { name: "release expired holds", everySeconds: 3, run: () => releaseExpired(everywhere) },
        {
          name: "send mail",
          everySeconds: 2,
          run: () => sendMail({ connections, transport: outside.mail, origin, findSeller, log: app.log }),
        },
        {
          name: "write letters again",
          everySeconds: 2,
          run: () => resendLetters({ connections, outside, findSeller, log: app.log }),
        },
        {
          name: "settle payments",
          everySeconds: 5,
          run: () => settleAll({ connections, outside, findSeller, log: app.log }),
        },
        {
          name: "ask what was given back and disputed",
          everySeconds: 60,
          run: () => watchAll({ connections, outside, findSeller, log: app.log }),
        },
        {
          name: "renew memberships",
          everySeconds: 5,
          run: () => renewMemberships({ connections, outside, findSeller, log: app.log }),
        },
        {
          name: "forget cards that nothing is paid with",
          everySeconds: 60,
          run: () => forgetMethods({ connections, outside, findSeller, log: app.log }),
        },
        { name: "forget old logins", everySeconds: 600, run: () => forgetOldLogins(everywhere) },
        {
          name: "ask after what hooks told",
          everySeconds: 5,
          run: () => hearAll({ connections, outside, findSeller, log: app.log }),
        },
        { name: "forget answers to calls with keys", everySeconds: 60, run: () => forgetAnswers(everywhere) },
      ],
      app.log,
    );
    undo.push(() => jobs.stop());
    return { app, database: database.description, close };
  } catch (error) {
    await close();
    throw error;
  }
};
