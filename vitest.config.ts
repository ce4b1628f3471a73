import { defineConfig } from "vitest/config";
import { SecondWalks } from "./scripts/secondWalks.ts";

if (!("Temporal" in globalThis))
  throw new Error(
    "The tests run on the pinned Node: npm test -- PATH, or node_modules/.bin/node node_modules/vitest/vitest.mjs run PATH",
  );

const quiet = ["scripts/quietConsole.ts"];
const exclude = ["**/node_modules/**", "**/dist/**"];

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ["default", new SecondWalks()],
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/{contract,rules,demo}/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude,
          setupFiles: quiet,
        },
      },
      {
        test: {
          name: "server",
          include: ["apps/server/**/*.test.ts"],
          exclude,
          setupFiles: quiet,
          globalSetup: ["apps/server/src/db/testCluster.ts"],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "storefront",
          include: ["apps/storefront/**/*.test.{ts,tsx}", "packages/ui/**/*.test.{ts,tsx}"],
          exclude,
          environment: "happy-dom",
          // Node's own localStorage, which has no file to write to, would stand before the browser's.
          execArgv: ["--no-experimental-webstorage"],
          setupFiles: quiet,
        },
      },
      {
        test: {
          name: "journeys",
          include: ["journeys/**/*.test.ts"],
          globalSetup: ["journeys/openServer.ts"],
          exclude,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          // docs/decisions/009: a second walk in CI only, and it is told.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
});
