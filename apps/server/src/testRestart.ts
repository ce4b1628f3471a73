import { expect } from "vitest";
import { sellerFinder } from "./http/sellers.ts";
import { releaseExpired } from "./jobs/releaseExpired.ts";
import { settleAll } from "./jobs/settleAll.ts";
import { gateways } from "./outside/gateways.ts";
import type { TestApp } from "./testApp.ts";
import { noKeysKept } from "./testOutside.ts";

/** What runs after a restart: stray payments are settled, expired holds let go. Nothing of it may be worth an error. */
export const afterRestart = async ({ connections, db }: TestApp): Promise<void> => {
  const outside = {
    sign: () => "x".repeat(43),
    gatewayOf: gateways({ databaseOf: (id) => connections.of(id), origin: "" }, { test: true }),
    ...noKeysKept,
    mail: undefined,
    origin: "http://localhost",
  };
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (fields: object) => expect(fields).toBeUndefined(),
  };
  await settleAll({ connections, outside, findSeller: sellerFinder(db, 0), log }, -1);
  await releaseExpired(db);
};
