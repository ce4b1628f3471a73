import { expect } from "vitest";
import { sellerFinder } from "../../src/http/sellerFinder.ts";
import { workOnBulkJobs } from "../../src/jobs/office/workOnBulkJobs.ts";
import { gatewayFinder } from "../../src/providers/payments/gatewayRegistry.ts";
import type { TestApp, TestResponse } from "../app/testApp.ts";
import { keylessProviders } from "../app/testProviders.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import type { OfficeBrowser } from "./testStaff.ts";

/** Runs the job that processes bulk jobs, as the server does every second. Returns the number of finished orders. */
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

/** Releases what a dead server had claimed, as happens after a minute. */
export const endClaims = ({ db }: TestApp) => db.updateTable("bulk_item").set({ claimed_until: null }).execute();

export const bulkRequest = (shop: TestShop, more: object = {}): object => ({
  action: "cancel",
  session_ids: [shop.session.id],
  order_numbers: [],
  ...more,
});

/** Previews and starts a bulk job. Returns the reply to the start. */
export const startBulk = async (browser: OfficeBrowser, request: object, more: object = {}): Promise<TestResponse> => {
  const { status, body } = await browser.post("/bulk/preview", request);
  expect(status).toBe(200);
  return browser.post("/bulk", { ...request, reason: "Storm", expected: { orders: body.orders }, ...more });
};

export const jobOf = async (browser: OfficeBrowser, { body }: TestResponse): Promise<TestResponse["body"]> =>
  (await browser.get(`/bulk/${body.id}`)).body;
