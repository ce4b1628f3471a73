import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { gatewayFinder } from "../../../providers/payments/gatewayRegistry.ts";
import { createSealer } from "../../../providers/sealer.ts";
import { providersFor } from "../../../providers/sellerOrigin.ts";
import { paymentKeysOf, saveStoredKeys } from "../../../providers/storedKeys.sql.ts";
import { openTestApp, testProviders, type TestApp } from "../../../../test/app/testApp.ts";
import { openEditing, quayCatalogue } from "../../../../test/office/catalogueShop.ts";
import { openPreviewOf } from "../../../../test/office/previews.ts";
import { openStripeTestApp, type StripeTestApp } from "../../../../test/payments/stripeApp.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";

/** A seller as it sells in production: with Stripe and live keys. */
const withStripe = (slug: string) =>
  quayCatalogue(slug).replace(
    "timezone: America/New_York }\nvenues",
    "timezone: America/New_York, configuration: { gateway: stripe } }\nvenues",
  );

describe("where cards are taken by Stripe", () => {
  let stripe: StripeTestApp;
  beforeAll(async () => {
    stripe = await openStripeTestApp();
  });
  afterAll(() => stripe.close());

  test("a preview pays by the test gateway, and Stripe hears nothing, whatever is asked for", async () => {
    const { shop, manager } = await openEditing(stripe.server, withStripe);
    const { shop: preview } = await openPreviewOf(stripe.server, manager);
    // As somebody with access to the database could store them.
    await saveStoredKeys(
      stripe.server.connections.forSeller(preview.seller_id),
      createSealer({ DATA_DIR: "/nonexistent", SECRETS_KEY: stripe.secretsKey }),
      paymentKeysOf(preview.seller_id, "stripe"),
      { publishable_key: "pk_live_ofNobody1", secret_key: "sk_live_ofNobody1" },
    );
    const buyer = new TestBuyer(stripe.server, preview);
    const cart = await buyer.hold(1);
    const live = await buyer.post(`/my/cart/${cart.id}/pay`, [
      { gateway_id: "stripe", amount: cart.outstanding_balance, gateway_data: { confirmation_token: "ctoken_1" } },
    ]);
    expect(live.status).toBeGreaterThanOrEqual(400);
    await buyer.pay(cart, cards.good);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(stripe.double.calls).toEqual([]);
    const seller = await sellerFinder(stripe.server.db, 0)(preview.slug);
    if (!seller) throw new Error("The preview is not there.");
    const providers = providersFor(stripe.providers, seller);
    expect(await providers.findGateway("stripe", preview.seller_id)).toBeUndefined();
    expect((await stripe.providers.findGateway("test", shop.seller_id))?.id).toBe("test");
  });
});

describe("in production", () => {
  let base: TestApp;
  let server: TestApp;
  beforeAll(async () => {
    base = await openTestApp();
    const deps = { databaseOf: (id: string) => base.connections.forSeller(id) };
    const providers = { ...testProviders(base.connections), findGateway: gatewayFinder(deps, { test: false }) };
    server = await openTestApp({ production: true, testGateway: false, providers }, base);
  });
  afterAll(async () => {
    await server.close();
    await base.close();
  });

  test("a preview accepts test cards, and its seller does not", async () => {
    const { shop, manager } = await openEditing(base, withStripe);
    const { shop: preview } = await openPreviewOf(base, manager);
    const tried = new TestBuyer(server, shop);
    expect((await tried.pay(await tried.hold(1), cards.good)).status).toBeGreaterThanOrEqual(400);
    const { status, body } = await new TestBuyer(server, preview).buy(1);
    expect([status, body.outcome]).toEqual([200, "completed"]);
    const paid = await base.db
      .selectFrom("payment")
      .select(["gateway_id", "state"])
      .where("seller_id", "=", preview.seller_id)
      .execute();
    expect(paid).toEqual([{ gateway_id: "test", state: "captured" }]);
  });

  test("the test bank confirms payments of previews, and of nobody else", async () => {
    const { shop, manager } = await openEditing(base);
    const { shop: preview } = await openPreviewOf(base, manager);
    const bankOf = async (buyer: TestBuyer) => {
      const cart = await buyer.hold(1);
      await buyer.pay(cart, cards.requiresAction);
      const intent = await base.db
        .selectFrom("test_gateway_intent")
        .select("id")
        .where("seller_id", "=", buyer.shop.seller_id)
        .executeTakeFirstOrThrow();
      return `/_test/3ds/${intent.id}`;
    };
    const ofPreview = await bankOf(new TestBuyer(server, preview));
    // From the time before the installation was in production.
    const ofSeller = await bankOf(new TestBuyer(base, shop));
    expect((await server.app.inject({ url: ofPreview })).statusCode).toBe(200);
    expect((await server.app.inject({ url: ofSeller })).statusCode).toBe(404);
    const agree = (url: string) =>
      server.app.inject({
        method: "POST",
        url,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: "decision=agree",
      });
    expect([(await agree(ofPreview)).statusCode, (await agree(ofSeller)).statusCode]).toEqual([303, 404]);
  });
});
