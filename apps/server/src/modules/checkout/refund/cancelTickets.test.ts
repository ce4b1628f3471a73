import { expect, test } from "vitest";
import { createTestShop } from "../../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer, cards } from "../../../../test/shop/testBuyer.ts";
import { createTestMember, createLimitedVisitor } from "../../../../test/accounts/members.ts";
import { testProviders } from "../../../../test/app/testProviders.ts";
import { refundPayment } from "./refundPayment.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

test("an allowance stays used when its ticket is booked, until the ticket is cancelled", async () => {
  const shop = await createTestShop(server.db, { event: { groups: [{ hidden_type: "public_member_only" }] } });
  const member = await createTestMember(server.db, shop, { benefits: { Adult: 2 } });
  const used = async () =>
    (await server.db.selectFrom("allowance_use").select("ticket_id").where("seller_id", "=", shop.seller_id).execute())
      .length;
  /** A guest identified by the member number. */
  const buyer = new TestBuyer(server, shop, (await createLimitedVisitor(server.db, shop, member.identity_id)).cookie);
  const cart = await buyer.hold(2);
  await buyer.pay(cart, cards.good);
  const order_id = (await buyer.checkOut(cart)).body.ticket_order._data[0].id as string;
  expect(await used()).toBe(2);
  const request = ticketLine(shop.event, 1);
  const again = async () => (await buyer.post("/my/cart/modify", { add: [request] })).status;
  expect(await again()).toBe(422);

  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("There is a seller.");
  const db = server.connections.forSeller(shop.seller_id);
  const [payment] = await db
    .selectFrom("payment")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .where("ticket_order_id", "=", order_id)
    .execute();
  await refundPayment(
    { db, seller, providers: testProviders(server) },
    { payment_id: payment?.id ?? "", reason: "requested" },
  );
  expect(await used()).toBe(0);
  expect(await again()).toBe(200);
});
