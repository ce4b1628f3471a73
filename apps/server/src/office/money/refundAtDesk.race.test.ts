import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { insertFailedRefund, payTwoTickets } from "../../../test/office/paidByCard.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { rendezvous } from "../../../test/database/raceServers.ts";
import { openStripeTestApp, type StripeTestApp } from "../../../test/payments/stripeApp.ts";
import { pauseAt } from "../../db/faultPoints.ts";

let app: StripeTestApp;

beforeAll(async () => {
  app = await openStripeTestApp();
});
afterEach(() => pauseAt("before_refund_reserved", undefined));
afterAll(() => app.close());

test("a payment that two people refund at once from the same list is refunded once", async () => {
  const shop = await app.createShop();
  const payment_id = await payTwoTickets(app, shop);
  await insertFailedRefund(app, shop, { payment_id });
  const people = [await signedIn(app.server, shop, ["finance"]), await signedIn(app.server, shop, ["manager"])];
  const [row] = (await people[0]?.get("/money"))?.body.payments ?? [];
  // The first to hold the locks waits for the other, who arrives here only if both have compared the version.
  pauseAt("before_refund_reserved", rendezvous(2000));
  const replies = await Promise.all(
    people.map((person) =>
      person.post(`/money/payments/${payment_id}/refund`, { version: row.version, amount: "10", reason: "Promised" }),
    ),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.body._data[0]._code).toBe("stale_version");
  expect((await people[0]?.get(`/money/payments/${payment_id}`))?.body).toMatchObject({
    refunded: "10.00",
    left: "30.00",
  });
});
