import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChangeShop, orderOf } from "../../../test/orders/changedOrders.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";
import { openWalletApp, type TestPass, type WalletApp } from "../../../test/wallet/walletApp.ts";
import { retentionJob } from "./deleteOldRows.ts";

let wallets: WalletApp;
beforeAll(async () => {
  wallets = await openWalletApp();
});
afterAll(() => wallets.close());

const runJob = () =>
  retentionJob(
    {
      connections: wallets.server.connections,
      retentionDays: {},
      log: {
        error: (fields: object) => {
          throw new Error(JSON.stringify(fields));
        },
      },
    },
    0,
  )();
const isKept = async ({ serialNumber }: TestPass): Promise<boolean> =>
  (await wallets.server.db.selectFrom("wallet_pass").select("id").where("id", "=", serialNumber).execute()).length ===
  1;

test("a pass and its devices are forgotten once its visit and its last change are as long ago, and not before", async () => {
  const { server } = wallets;
  const shop = await createChangeShop(server);
  const buyer = new TestBuyer(server, shop);
  const { tickets } = orderOf(await buyer.buy(1));
  const pass = await wallets.savePass(buyer, tickets[0]);
  await wallets.addDevice(shop, pass);
  const setAges = async (visit: number, change: number, state = "current") => {
    await sql`update event_session set start_datetime = now() - make_interval(days => ${visit}, hours => 2),
      end_datetime = now() - make_interval(days => ${visit}) where id = ${shop.session.id}`.execute(server.db);
    const next_at = state === "due" ? sql`now()` : sql`null`;
    await sql`update wallet_pass set changed_at = now() - make_interval(days => ${change}), state = ${state},
      next_at = ${next_at} where id = ${pass.serialNumber}`.execute(server.db);
    await runJob();
  };
  await setAges(89, 400);
  expect(await isKept(pass)).toBe(true);
  await setAges(91, 89);
  expect(await isKept(pass)).toBe(true);
  await setAges(91, 91, "due");
  expect(await isKept(pass)).toBe(true);
  await setAges(91, 91);
  expect(await isKept(pass)).toBe(false);
  expect(await server.db.selectFrom("wallet_registration").select("push_token").execute()).toEqual([]);
});
