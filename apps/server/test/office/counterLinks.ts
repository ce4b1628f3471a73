import type { CounterLink } from "@foyer/contract/office/money/counterLinks.ts";
import type { TestApp, TestResponse } from "../app/testApp.ts";
import { createDeskShop } from "./deskShop.ts";
import { signedIn, type OfficeBrowser } from "./testStaff.ts";
import { ada, cards, TestBuyer } from "../shop/testBuyer.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import { newId } from "../../src/db/newId.ts";

/** A box office clerk with an open till of 100.00, at a shop whose tickets cost 20.00 each. */
export const openLinkShop = async (
  server: TestApp,
): Promise<{ readonly shop: TestShop; readonly clerk: Awaited<ReturnType<typeof signedIn>> }> => {
  const shop = await createDeskShop(server);
  const clerk = await signedIn(server, shop, ["box_office"]);
  await clerk.post("/till/open", { float: "100.00" });
  return { shop, clerk };
};

export const linkRequest = (shop: TestShop, more: object = {}) => ({
  sale_id: newId(),
  event_template_id: shop.event.id,
  event_session_id: shop.session.id,
  tickets: [{ ticket_type_id: shop.type.id, quantity: 2 }],
  total: "40.00",
  email: null,
  ...more,
});

export const makeTestLink = async (clerk: OfficeBrowser, shop: TestShop, more: object = {}): Promise<CounterLink> => {
  const { body } = await clerk.post("/counter_links", linkRequest(shop, more));
  return body as CounterLink;
};

export const linkOf = async (clerk: OfficeBrowser, { sale_id }: CounterLink): Promise<CounterLink | undefined> =>
  ((await clerk.get("/counter_links")).body.links as CounterLink[]).find((link) => link.sale_id === sale_id);

/** The phone of a buyer who opened a link. */
export class LinkPayer {
  readonly buyer: TestBuyer;
  readonly cart_id: string;

  constructor(server: TestApp, shop: TestShop, { url }: CounterLink) {
    this.buyer = new TestBuyer(server, shop);
    this.cart_id = url.split("/").at(-1) ?? "";
  }
  pay(amount = "40.00"): Promise<TestResponse> {
    return this.buyer.post(`/cart/${this.cart_id}/pay`, [
      { gateway_id: "test", amount, gateway_data: { card: { number: cards.good, expiry: "12/40", cvc: "123" } } },
    ]);
  }
  checkOut(): Promise<TestResponse> {
    return this.buyer.post(`/cart/${this.cart_id}/guest_checkout`, { identity: ada });
  }
}

/** Makes the time of a link expire. */
export const endTime = async (server: TestApp, payer: LinkPayer): Promise<void> => {
  await server.runAsOwner(
    `set app.seller = '*'; update cart set expires_at = app_now() - interval '1 second' where id = '${payer.cart_id}'`,
  );
};
