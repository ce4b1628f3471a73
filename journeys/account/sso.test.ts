import { generateKeyPairSync } from "node:crypto";
import { readFile, writeFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestOidcProvider } from "../../apps/server/test/accounts/oidcProvider.ts";
import { waitForFocus, tabTo } from "../support/accessibility/keyboard.ts";
import { waitForLogout, openLogin } from "../support/login.ts";
import { runFoyer } from "../support/runFoyer.ts";
import { workerShop } from "../support/workerShop.ts";
import { cards, fillCard, fillCart, waitForOrder, openShop, pay, openOrder } from "../support/shop.ts";
import { newVisitor, phone } from "../support/visitor.ts";

const { origin } = workerShop();
const file = join(import.meta.dirname, "../support/catalogues/pylon.yaml");
let provider: TestOidcProvider;
beforeAll(async () => {
  provider = await TestOidcProvider.open();
  await runFoyer(["import", file]);
  const client = provider.addClient(`${origin}/api/sso/callback/pylon`, `${origin}/pylon`);
  const keys = Object.entries({ issuer: provider.issuer, ...client }).map(([name, value]) => `${name}=${value}`);
  await runFoyer(["seller", "keys", "pylon", "--oidc"], keys.join("\n"));
});
afterAll(() => provider.close());

const ssoMember = () =>
  provider.addPerson({
    given_name: "Grace",
    family_name: "Hopper",
    email: `grace.${crypto.randomUUID().slice(0, 8)}@id.example`,
    email_verified: true,
  });

test("a member logs in by SSO on a phone by keyboard, keeps the cart, buys, and logs out of both", async () => {
  const page = await newVisitor({ viewport: phone });
  await fillCart(page, { seller: "pylon", event: "General Admission", ticket: "Adult", count: 2 });
  const checkout = page.url();
  await tabTo(page, page.getByRole("main").getByRole("button", { name: "Log in" }));
  await page.keyboard.press("Enter");
  const way = page.getByRole("dialog").getByRole("button", { name: "Log in" });
  await way.waitFor();
  await tabTo(page, way, 5);
  await page.keyboard.press("Enter");

  // On the provider's page.
  await page.getByRole("heading", { name: "Members' login" }).waitFor();
  await page.keyboard.type(ssoMember());
  await page.keyboard.press("Enter");

  await page.waitForURL(checkout);
  const main = page.getByRole("main");
  await openOrder(page);
  await main.getByText("2 × Adult").waitFor();
  await main.getByText("Your order goes to your account", { exact: false }).waitFor();
  await fillCard(page, cards.good);
  await pay(page);
  await waitForOrder(page);

  await openShop(page, "pylon");
  const menu = page.getByRole("banner").getByRole("button", { name: "Hello, Grace" });
  await tabTo(page, menu);
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("banner").getByRole("link", { name: "Log out" }), 5);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Log out" }).waitFor();
  expect(page.url().startsWith(provider.issuer)).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/pylon(?:\/events)?$/);
  await waitForLogout(page);
  // Logging out ended both sessions: the next login asks for the credentials again.
  await openLogin(page);
  await page.getByRole("dialog").getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Members' login" }).waitFor();
});

test("a cancelled SSO login shows an error where it began, and can be started again", async () => {
  const page = await newVisitor({ expectedErrors: /SFEC error: access_denied/ });
  await openShop(page, "pylon");
  await openLogin(page);
  await page.getByRole("dialog").getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Members' login" }).waitFor();
  await page.keyboard.type("nobody-known");
  await page.keyboard.press("Enter");
  const main = page.getByRole("main");
  await main.getByRole("alert").filter({ hasText: "SFEC Authentication failed" }).waitFor();
  expect(page.url()).toBe(`${origin}/pylon/login/callback?redirect=%2Fevents`);
  await main.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Members' login" }).waitFor();
  await page.keyboard.type(ssoMember());
  await page.keyboard.press("Enter");
  await page.getByRole("banner").getByRole("button", { name: "Hello, Grace" }).waitFor();
  await page.waitForURL(/\/pylon\/events$/);
  await waitForFocus(page, "heading", /./);
});

test("a link that requires login opens the seller's own login and then the linked page", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const folder = await mkdtemp(join(tmpdir(), "foyer-bollard-"));
  const own = (await readFile(file, "utf8"))
    .replace("slug: pylon", "slug: bollard")
    .replace("authentication: sso", "authentication: external")
    .replace(
      "  configuration:\n",
      '  web: { external_urls: { login: "https://members.example/in", logout: "https://members.example/out" } }\n  configuration:\n',
    );
  await writeFile(join(folder, "bollard.yaml"), own);
  await runFoyer(["import", join(folder, "bollard.yaml")]);
  await rm(folder, { recursive: true });
  const pem = publicKey.export({ type: "spki", format: "pem" }) as string;
  await runFoyer(
    ["seller", "keys", "bollard", "--jwt"],
    `issuer=https://members.example\nalgorithm=RS256\npublic_key=${pem}`,
  );
  const page = await newVisitor({ needsWholeBrowser: true });
  const requested: URL[] = [];
  await page.context().route("https://members.example/**", async (route) => {
    const url = new URL(route.request().url());
    requested.push(url);
    if (url.pathname === "/out") return route.fulfill({ contentType: "text/html", body: "<h1>Goodbye</h1>" });
    const token = await new SignJWT({
      nonce: url.searchParams.get("state"),
      given_name: "Grace",
      email: "grace@members.example",
      email_verified: true,
    })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer("https://members.example")
      .setAudience(`${origin}/bollard`)
      .setSubject("7")
      .setJti(crypto.randomUUID())
      .setIssuedAt()
      .setExpirationTime("2m")
      .sign(privateKey);
    return route.fulfill({ status: 303, headers: { location: `${url.searchParams.get("return_to")}#jwt=${token}` } });
  });
  await page.goto("/bollard/events?category=Admission&requirelogin=1");
  await page.getByRole("banner").getByRole("button", { name: "Hello, Grace" }).waitFor();
  await page.waitForURL(`${origin}/bollard/events?category=Admission`);
  expect(await page.evaluate(() => window.location.hash)).toBe("");
  await page.getByRole("banner").getByRole("button", { name: "Hello, Grace" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "Goodbye" }).waitFor();
  expect(requested.map(({ pathname }) => pathname)).toEqual(["/in", "/out"]);
});
