import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestShop, type SellerOverrides, type TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { emailsTo, TestVisitor } from "../../../test/accounts/login.ts";
import { openSsoTestApp, type SsoTestApp } from "../../../test/accounts/ssoApp.ts";
import { TestOidcProvider } from "../../../test/accounts/oidcProvider.ts";
import { testProviders } from "../../../test/app/testProviders.ts";
import { resendEmails } from "../../jobs/emails/resendEmails.ts";
import { insertResendRequest } from "../../modules/account/resend/resendOrderEmails.sql.ts";
import { sellerFinder } from "../sellerFinder.ts";
import { letCachesExpire } from "../../../test/app/letCachesExpire.ts";

let server: SsoTestApp;
let provider: TestOidcProvider;
beforeAll(async () => {
  provider = await TestOidcProvider.open();
  server = await openSsoTestApp();
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

let nth = 0;
const createHostedShop = async (seller: SellerOverrides = {}): Promise<TestShop & { readonly host: string }> => {
  const host = `linked${(nth += 1)}.example`;
  const shop = await createTestShop(server.db, { seller: { ...seller, host } });
  await recordPrices(server, shop);
  letCachesExpire();
  return Object.assign(shop, { host });
};
/** A buyer whose browser uses the seller's own host. */
class HostedBuyer extends TestBuyer {
  constructor(shop: TestShop & { readonly host: string }) {
    const atHost = (options: { readonly headers?: object } = {}) => ({
      ...options,
      headers: { ...options.headers, host: shop.host },
    });
    const hosted = {
      ...server,
      get: (slug: string, path: string, options = {}) => server.get(slug, path, atHost(options)),
      post: (slug: string, path: string, body: unknown, options = {}) => server.post(slug, path, body, atHost(options)),
    };
    super(hosted, shop);
  }
}
const linksIn = (text: string): string[] => [...text.matchAll(/https?:\/\/[^/\s]+/g)].map(([origin]) => origin);

test("a purchase at the seller's own host is confirmed with links to it, and again when asked for", async () => {
  const shop = await createHostedShop();
  const email = `ada${nth}@example.org`;
  const buyer = new HostedBuyer(shop);
  const cart = await buyer.hold(1);
  await buyer.pay(cart, cards.good);
  expect((await buyer.checkOut(cart, { identity: { first_name: "Ada", last_name: "Lovelace", email } })).status).toBe(
    200,
  );
  const [confirmation] = await emailsTo(server, email);
  expect(new Set(linksIn(confirmation?.text ?? ""))).toEqual(new Set([`http://${shop.host}`]));

  const findSeller = sellerFinder(server.db);
  const seller = (await findSeller(shop.slug)) ?? expect.unreachable();
  await insertResendRequest(
    { db: server.connections.forSeller(seller.id), seller },
    { email, memberships_only: false },
  );
  await resendEmails({
    connections: server.connections,
    providers: testProviders(server),
    findSeller,
    log: { warn: (_, message) => expect.unreachable(message) },
  });
  const mails = await emailsTo(server, email);
  expect(mails.length).toBeGreaterThan(1);
  for (const { text } of mails) expect(new Set(linksIn(text))).toEqual(new Set([`http://${shop.host}`]));
});

test("the test bank is asked on the host of the page", async () => {
  const buyer = new HostedBuyer(await createHostedShop());
  const cart = await buyer.hold(1);
  const { action_url } = (await buyer.pay(cart, cards.requiresAction)).body._data[0]._extra;
  expect(action_url).toMatch(/^\/_test\/3ds\//);
});

test("an OpenID provider is asked to send the visitor back to the seller's own host", async () => {
  const shop = await createHostedShop({ configuration: JSON.stringify({ authentication: "sso" }) });
  const callback = `http://${shop.host}/api/sso/callback/${shop.slug}`;
  const client = provider.addClient(callback, `http://${shop.host}/${shop.slug}`);
  server.setKeys(shop, "oidc", { issuer: provider.issuer, ...client });
  const visitor = new TestVisitor(server, shop);
  const started = await visitor.send("GET", "/sso/start?redirect=%2Fevents", undefined, { host: shop.host });
  const location = new URL(String(started.headers.location));
  expect(location.origin).toBe(new URL(provider.issuer).origin);
  expect(location.searchParams.get("redirect_uri")).toBe(callback);
});
