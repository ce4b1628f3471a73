import { defineConfig } from "vitest/config";
import { FlakyTestReporter } from "./scripts/testRunner/flakyTestReporter.ts";
import { ClusterReporter } from "./scripts/testRunner/clusterReporter.ts";
import { LeftOutReporter } from "./scripts/testRunner/leftOutReporter.ts";
import { LongFilesFirst } from "./scripts/testRunner/longFilesFirst.ts";
import { mutation } from "./scripts/mutation.ts";
import { leftOutToday } from "./scripts/sampling.ts";

if (!("Temporal" in globalThis))
  throw new Error(
    "The tests run on the pinned Node: npm test -- PATH, or node_modules/.bin/node node_modules/vitest/vitest.mjs run PATH",
  );

/** docs/decisions/009: a second run in CI only, and the run lists it. */
const retry = process.env.CI ? 1 : 0;
/**
 * Tests allocate much that is soon garbage, in as many processes as there are CPUs. A larger young generation is collected
 * less often, and threads of its own for the collection would only take the CPU from another process.
 */
const execArgv = ["--max-semi-space-size=64", "--single-threaded-gc"];
const quiet = ["scripts/testRunner/failOnConsole.ts"];
/** The files of a project follow each other in one process, and each finds our modules unread: see there. */
const oneAfterAnother = {
  retry,
  isolate: false,
  execArgv,
  setupFiles: [...quiet, "scripts/testRunner/resetModules.ts"],
};
/**
 * Something that was waited for and came is no worse for having come late on a busy machine. What a journey waits for may
 * need the turn of a job.
 */
const expect = { poll: { timeout: 5_000 } };
const expectOfJourney = { poll: { timeout: 10_000 } };
const exclude = ["**/node_modules/**", "**/dist/**", ...leftOutToday()];

/** Tests of what a session without a pooler does: keeps plans, has limits of its own, is known by its server's lock. */
const aboutSessions = [
  "connections.dedicated",
  "contention",
  "preparedStatements",
  "planAge.database",
  "connection/statementLimit",
  "idempotency/idempotency.kill",
].map((name) => `apps/server/src/**/${name}.test.ts`);

/** Tests that read PostgreSQL's plans, of which a coordinator shows how many nodes are asked. */
const aboutPlans = [
  "readsOfManyOrders",
  "readsOfLargeCatalogues",
  "boundToSeller",
  "boardReads",
  "catalog/listing/listingPlan",
  "office/members/queryPlans",
  "cart/seats/houseSeatReads",
].map((name) => `apps/server/src/**/${name}.test.ts`);

/** Tests with a database server of their own, of which the cluster knows nothing. */
const ownDatabase = [
  "apps/server/src/http/health/fullDisk.test.ts",
  "apps/server/src/db/openDatabase.test.ts",
  "apps/server/src/db/outages/databaseKill.test.ts",
];

/** Plans of the test's own connections, and a server that is restored without the pooler's settings. */
const withoutPooler = [
  "apps/server/test/database/statements/recordStatements.test.ts",
  "apps/server/test/backup/pointInTime.test.ts",
];

const server = {
  include: ["apps/server/**/*.test.ts"],
  exclude: [...exclude, "**/*.{pooler,citus}.test.ts"],
  ...oneAfterAnother,
  setupFiles: [
    ...oneAfterAnother.setupFiles,
    "apps/server/test/database/dropDatabases.ts",
    "apps/server/test/app/clearPauses.ts",
  ],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect,
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    // In their order: those after `resetModules.ts` share their modules with the test.
    sequence: { sequencer: LongFilesFirst, setupFiles: "list" },
    reporters: ["default", new FlakyTestReporter(), new LeftOutReporter(), new ClusterReporter()],
    projects: [
      {
        plugins: [mutation()],
        test: {
          name: "unit",
          include: [
            "packages/{contract,rules,demo}/**/*.test.ts",
            "apps/backoffice/src/**/*.test.ts",
            "scripts/**/*.test.ts",
          ],
          exclude,
          // Some start processes, such as npm's list of packages.
          testTimeout: 30_000,
          ...oneAfterAnother,
        },
      },
      {
        plugins: [mutation()],
        test: {
          name: "server",
          ...server,
          globalSetup: ["apps/server/test/database/globalSetup.ts"],
        },
      },
      {
        test: {
          name: "pooler",
          ...server,
          exclude: [...exclude, ...aboutSessions, ...withoutPooler, "**/*.citus.test.ts"],
          globalSetup: ["apps/server/test/database/poolerSetup.ts"],
        },
      },
      {
        test: {
          name: "citus",
          ...server,
          // Each statement passes two servers, and a commit of several nodes waits for each.
          testTimeout: 4 * server.testTimeout,
          hookTimeout: 4 * server.hookTimeout,
          exclude: [...exclude, ...aboutSessions, ...aboutPlans, ...ownDatabase, "**/*.pooler.test.ts"],
          setupFiles: [...server.setupFiles, "apps/server/test/database/citus/oneShard.ts"],
          globalSetup: ["apps/server/test/database/citus/setup.ts"],
        },
      },
      {
        plugins: [mutation()],
        test: {
          name: "storefront",
          include: [
            "apps/storefront/**/*.test.{ts,tsx}",
            "apps/backoffice/**/*.test.tsx",
            "packages/ui/**/*.test.{ts,tsx}",
          ],
          exclude,
          environment: "./scripts/testRunner/browserEnvironment.ts",
          testTimeout: 10_000,
          // It looks at the window while it is read.
          server: { deps: { inline: ["wouter"] } },
          ...oneAfterAnother,
          // Node's own localStorage, which has no file to write to, would hide the browser's.
          execArgv: [...execArgv, "--no-experimental-webstorage"],
          setupFiles: ["scripts/testRunner/resetWindow.ts", ...oneAfterAnother.setupFiles],
          expect,
        },
      },
      {
        test: {
          name: "journeys",
          include: ["journeys/**/*.test.ts"],
          globalSetup: ["journeys/support/globalSetup.ts"],
          exclude,
          isolate: false,
          setupFiles: ["scripts/testRunner/resetModules.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: expectOfJourney,
          retry,
        },
      },
    ],
  },
});
