import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { cloneDatabase } from "../../../../test/database/cloneDatabase.ts";
import { createTestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer, cards } from "../../../../test/shop/testBuyer.ts";
import { overHttp, startCrashingServer } from "../../../../test/process/startCrashingServer.ts";
import { crashRepeatOptions } from "../../../../test/process/crashRepeats.ts";
import {
  membershipRequest,
  holdMembership,
  createLevels,
  readMemberships,
} from "../../../../test/accounts/membershipLevels.ts";
import { recoverAfterRestart } from "../../../../test/process/recoverAfterRestart.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { databaseConfig: login.app });
});
afterAll(() => server.close());

const points = [
  ["paid, but not issued", "after_captured"],
  ["issued, but not committed", "inside_order_transaction"],
  ["committed, but not answered", "after_order_commit"],
] as const;
/** Buys at a server that is killed at `fault`; another server recovers the purchase. */
const buyUntilKilled = async (fault: string, gift: boolean) => {
  const shop = await createTestShop(server.db);
  const levels = await createLevels(server, shop);
  const couple = [
    { type: 0, name: "Ada Lovelace", email: "ada@example.org" },
    { type: 1, name: "William King", email: "william@example.org" },
  ];
  const options = gift ? ({ people: [{ type: 0 }, { type: 1 }], action: "gift" } as const) : { people: couple };
  const { buyer, cart } = await holdMembership(server, shop, membershipRequest(levels, levels.family, options));
  const doomed = await startCrashingServer(login.owner, fault);
  const dying = new TestBuyer(overHttp(server, doomed.origin), shop, buyer.cookie);
  await dying.savePurchaser(cart);
  await expect(dying.pay(cart, cards.good).then(() => dying.checkOut(cart))).rejects.toThrow();
  await doomed.exited;
  doomed.kill();
  await recoverAfterRestart(server);
  const { body } = await buyer.get(`/my/cart/${cart.id}`);
  const mails = await server.db.selectFrom("outbox").select("kind").where("seller_id", "=", shop.seller_id).execute();
  return {
    shop,
    order_id: String(body.cart._data[0].ticket_order_id),
    mails: mails.map(({ kind }) => kind).toSorted(),
  };
};

test.each(points)(
  "issues one membership for each person if the server is killed: %s",
  crashRepeatOptions,
  async (_, fault) => {
    const { order_id, mails } = await buyUntilKilled(fault, false);
    expect((await readMemberships(server, order_id)).map(({ holder_name }) => holder_name)).toEqual([
      "Ada Lovelace",
      "William King",
    ]);
    expect(mails).toEqual(["membership_card", "membership_card", "order_confirmation"]);
    expect(await checkInvariants(server.db)).toEqual([]);
  },
);

test.each(points)("issues one gift code if the server is killed: %s", crashRepeatOptions, async (_, fault) => {
  const { shop, order_id, mails } = await buyUntilKilled(fault, true);
  const gifts = await server.db
    .selectFrom("membership_gift")
    .select("ticket_order_id")
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect(gifts).toEqual([{ ticket_order_id: order_id }]);
  expect(mails).toEqual(["membership_given", "order_confirmation"]);
  expect(await checkInvariants(server.db)).toEqual([]);
});
