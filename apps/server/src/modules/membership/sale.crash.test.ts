import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../cli/check.ts";
import { cloneDatabase } from "../../db/testDatabase.ts";
import { makeShop } from "../../db/testShop.ts";
import { openTestApp, type TestApp } from "../../testApp.ts";
import { Buyer, cards } from "../../testBuyer.ts";
import { over, startDoomed } from "../../testDoomed.ts";
import { killedOften } from "../../testKills.ts";
import { askFor, holdMembership, makeLevels, membershipsOf } from "../../testMemberships.ts";
import { afterRestart } from "../../testRestart.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { login: login.app });
});
afterAll(() => server.close());

const points = [
  ["C6: paid for, and not sold yet", "after_captured"],
  ["C7: issued, and the order not whole", "inside_order_transaction"],
  ["C8: sold, and nobody was told", "after_order_commit"],
] as const;
/** Bought at a server that dies at `fault`; whatever was left lying is picked up by another. */
const buyDying = async (fault: string, gift: boolean) => {
  const shop = await makeShop(server.db);
  const levels = await makeLevels(server, shop);
  const couple = [
    { type: 0, name: "Ada Lovelace", email: "ada@example.org" },
    { type: 1, name: "William King", email: "william@example.org" },
  ];
  const wish = gift ? ({ people: [{ type: 0 }, { type: 1 }], action: "gift" } as const) : { people: couple };
  const { buyer, cart } = await holdMembership(server, shop, askFor(levels, levels.family, wish));
  const doomed = await startDoomed(login.owner, fault);
  const dying = new Buyer(over(server, doomed.origin), shop, buyer.cookie);
  await dying.savePurchaser(cart);
  await expect(dying.pay(cart, cards.good).then(() => dying.checkOut(cart))).rejects.toThrow();
  await doomed.gone;
  doomed.kill();
  await afterRestart(server);
  const { body } = await buyer.get(`/my/cart/${cart.id}`);
  const mails = await server.db.selectFrom("outbox").select("kind").where("seller_id", "=", shop.seller_id).execute();
  return {
    shop,
    order_id: String(body.cart._data[0].ticket_order_id),
    mails: mails.map(({ kind }) => kind).toSorted(),
  };
};

test.each(points)("a membership is one for everybody on it, killed at %s (I29)", killedOften, async (_, fault) => {
  const { order_id, mails } = await buyDying(fault, false);
  expect((await membershipsOf(server, order_id)).map(({ holder_name }) => holder_name)).toEqual([
    "Ada Lovelace",
    "William King",
  ]);
  expect(mails).toEqual(["membership_card", "membership_card", "order_confirmation"]);
  expect(await checkInvariants(server.db)).toEqual([]);
});

test.each(points)("a gift is one code, killed at %s (I29)", killedOften, async (_, fault) => {
  const { shop, order_id, mails } = await buyDying(fault, true);
  const gifts = await server.db
    .selectFrom("membership_gift")
    .select("ticket_order_id")
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect(gifts).toEqual([{ ticket_order_id: order_id }]);
  expect(mails).toEqual(["membership_given", "order_confirmation"]);
  expect(await checkInvariants(server.db)).toEqual([]);
});
