import { expect } from "vitest";
import { sellerFinder } from "../../src/http/sellerFinder.ts";
import { releaseExpiredHolds } from "../../src/jobs/releaseExpiredHolds.ts";
import { settleOpenPayments } from "../../src/jobs/settleOpenPayments.ts";
import { gatewayFinder } from "../../src/providers/payments/gatewayRegistry.ts";
import type { TestApp } from "../app/testApp.ts";
import { keylessProviders } from "../app/testProviders.ts";

/** Runs the jobs after a restart: settles open payments and releases expired holds. Fails on any logged error. */
export const recoverAfterRestart = async ({ connections, db }: TestApp): Promise<void> => {
  const providers = {
    sign: () => "x".repeat(43),
    findGateway: gatewayFinder({ databaseOf: (id) => connections.forSeller(id) }, { test: true }),
    ...keylessProviders,
    mail: undefined,
    origin: "http://localhost",
  };
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (fields: object) => expect(fields).toBeUndefined(),
  };
  await settleOpenPayments({ connections, providers, findSeller: sellerFinder(db, 0), log }, -1);
  await releaseExpiredHolds(db);
};
