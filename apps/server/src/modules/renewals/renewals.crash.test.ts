import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { startCrashingServer } from "../../../test/process/startCrashingServer.ts";
import { crashRepeatOptions } from "../../../test/process/crashRepeats.ts";
import {
  makeTermDue,
  joinAsMember,
  readEmails,
  createRenewalShop,
  readRenewal,
  capturedAmounts,
  readTermChain,
  runPaymentJobs,
  runRenewalJob,
  makeRenewalDue,
} from "../../../test/accounts/renewals.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { databaseConfig: login.app });
});
afterAll(() => server.close());

test.each([
  ["after the claim", "renewal_claimed"],
  ["after the hold", "after_renewal_hold"],
  ["after the cart is saved", "after_renewal_cart_saved"],
  ["after the payment is inserted", "after_payment_row"],
  ["before the provider's answer is recorded", "after_provider_call"],
  ["after the authorization", "after_authorized"],
  ["after the capture", "after_captured"],
  ["while the order is made", "inside_order_transaction"],
  ["after the order is made", "after_order_commit"],
])("a crash %s: the term is charged once and followed by one", crashRepeatOptions, async (_, fault) => {
  const where = await createRenewalShop(server);
  const { membership_id } = await joinAsMember(server, where);
  await makeTermDue(server, membership_id);
  const doomed = await startCrashingServer(login.owner, fault);
  await Promise.race([doomed.exited, sleep(30_000)]);
  doomed.kill();
  await doomed.exited;

  for (let round = 0; round < 3; round++) {
    await runPaymentJobs(server);
    await makeRenewalDue(server, membership_id);
    await runRenewalJob(server);
  }
  expect(await capturedAmounts(server, where.shop)).toEqual([8000, 8000]);
  expect(await readTermChain(server, membership_id)).toHaveLength(2);
  expect(await readRenewal(server, membership_id)).toMatchObject({ state: "renewed", attempts: 0 });
  const kinds = (await readEmails(server, where.shop)).map(({ kind }) => kind).toSorted();
  expect(kinds).toEqual([
    "auto_renew_announced",
    "membership_card",
    "membership_card",
    "order_confirmation",
    "order_confirmation",
  ]);
  expect(await checkInvariants(server.db)).toEqual([]);
});
