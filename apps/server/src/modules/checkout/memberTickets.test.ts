import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../cli/check.ts";
import { makeShop } from "../../db/testShop.ts";
import { transact } from "../../db/transact.ts";
import { sellerFinder } from "../../http/sellers.ts";
import { openTestApp, type TestApp } from "../../testApp.ts";
import { Buyer, cards } from "../../testBuyer.ts";
import { makeMember, makeVisitorOf } from "../../testMembers.ts";
import { cancelTickets } from "./cancelTickets.sql.ts";

let house: TestApp;
beforeAll(async () => {
  house = await openTestApp();
});
afterAll(async () => {
  expect(await checkInvariants(house.db)).toEqual([]);
  await house.close();
});

test("a ticket that a membership allowed stays used when it is sold, until it is cancelled", async () => {
  const shop = await makeShop(house.db, { event: { groups: [{ hidden_type: "public_member_only" }] } });
  const member = await makeMember(house.db, shop, { benefits: { Adult: 2 } });
  const used = async () =>
    (await house.db.selectFrom("member_use").select("ticket_id").where("seller_id", "=", shop.seller_id).execute())
      .length;
  /** Whoever showed the member's number: a guest. */
  const buyer = new Buyer(house, shop, (await makeVisitorOf(house.db, shop, member.identity_id)).cookie);
  const cart = await buyer.hold(2);
  await buyer.pay(cart, cards.good);
  const order_id = (await buyer.checkOut(cart)).body.ticket_order._data[0].id as string;
  expect(await used()).toBe(2);
  const wish = {
    event_template_id: shop.event.id,
    event_session_id: shop.session.id,
    ticket_types_required: [{ ticket_type_id: shop.type.id, quantity: 1 }],
  };
  const again = async () => (await buyer.post("/my/cart/modify", { add: [wish] })).status;
  expect(await again()).toBe(422);

  const seller = await sellerFinder(house.db, 0)(shop.slug);
  if (!seller) throw new Error("There is a seller.");
  await transact({ db: house.connections.of(shop.seller_id), seller }, (ask) => cancelTickets(ask, order_id));
  expect(await used()).toBe(0);
  expect(await again()).toBe(200);
});
