import { expect } from "vitest";
import { sellerFinder } from "../../src/http/sellerFinder.ts";
import { workOnBulkJobs } from "../../src/jobs/office/workOnBulkJobs.ts";
import { gatewayFinder } from "../../src/providers/payments/gatewayRegistry.ts";
import type { TestApp, TestResponse } from "../app/testApp.ts";
import { keylessProviders } from "../app/testProviders.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import type { OfficeBrowser } from "./testStaff.ts";

/** Runs the job that works on bulk jobs, as the server does each second. Returns the orders that it ended. */
export const runBulk = ({ connections, db }: TestApp): Promise<number> =>
  workOnBulkJobs({
    connections,
    findSeller: sellerFinder(db, 0),
    providers: {
      sign: (text) => `signed${text.length}`.padEnd(43, "x"),
      findGateway: gatewayFinder({ databaseOf: (id) => connections.forSeller(id) }, { test: true }),
      ...keylessProviders,
      mail: undefined,
      origin: "http://localhost",
    },
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (fields: object) => expect(fields).toBeUndefined(),
    },
  });

/** What a dead server had claimed is free, as it is after a minute. */
export const endClaims = ({ db }: TestApp) => db.updateTable("bulk_item").set({ claimed_until: null }).execute();

export const bulkRequest = (shop: TestShop, more: object = {}): object => ({
  action: "cancel",
  session_ids: [shop.session.id],
  order_numbers: [],
  ...more,
});

/** Previews and starts a job. Returns the reply to the start. */
export const startBulk = async (browser: OfficeBrowser, request: object, more: object = {}): Promise<TestResponse> => {
  const { status, body } = await browser.post("/bulk/preview", request);
  expect(status).toBe(200);
  return browser.post("/bulk", { ...request, reason: "Storm", expected: { orders: body.orders }, ...more });
};

export const jobOf = async (browser: OfficeBrowser, { body }: TestResponse): Promise<TestResponse["body"]> =>
  (await browser.get(`/bulk/${body.id}`)).body;
