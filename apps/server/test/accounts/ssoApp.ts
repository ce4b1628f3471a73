import { createHash } from "node:crypto";
import type { TestShop } from "../shop/createTestShop.ts";
import { ssoRegistry } from "../../src/providers/sso/ssoRegistry.ts";
import type { KeyedProvider } from "../../src/providers/providerKeys.ts";
import type { OidcOptions } from "../../src/providers/sso/discovery.ts";
import { openTestApp, type TestResponse, type TestApp } from "../app/testApp.ts";
import type { TestVisitor } from "./login.ts";
import { ProviderBrowser, type OidcClient, type TestOidcProvider } from "./oidcProvider.ts";
import { testProviders } from "../app/testProviders.ts";
import type { AppDeps } from "../../src/app.ts";

type ProviderKeys = Readonly<Record<string, string>>;

/** A server whose sellers have keys for single sign-on. */
export type SsoTestApp = TestApp & {
  setKeys(shop: Pick<TestShop, "seller_id">, provider: KeyedProvider, keys: ProviderKeys): void;
};

export const openSsoTestApp = async (bounds: OidcOptions = {}, deps: Partial<AppDeps> = {}): Promise<SsoTestApp> => {
  const base = await openTestApp();
  const keysByProvider = new Map<string, ProviderKeys>();
  const providers = {
    ...testProviders(base),
    ...ssoRegistry(async (id, provider) => keysByProvider.get(`${id} ${provider}`), { isDevelopment: true, ...bounds }),
    sign: (text: string) => createHash("sha256").update(text).digest("base64url"),
  };
  const server = await openTestApp({ providers, ...deps }, base);
  return {
    ...server,
    setKeys: (shop, provider, keys) => void keysByProvider.set(`${shop.seller_id} ${provider}`, keys),
    close: async () => {
      await server.close();
      await base.close();
    },
  };
};

/** Makes the shop a client of the provider. */
export const registerClient = (
  server: SsoTestApp,
  provider: TestOidcProvider,
  shop: TestShop,
  keys: ProviderKeys = {},
): OidcClient => {
  const client = provider.addClient(`http://localhost/api/sso/callback/${shop.slug}`, `http://localhost/${shop.slug}`);
  server.setKeys(shop, "oidc", { issuer: provider.issuer, ...client, ...keys });
  return client;
};

export const locationOf = ({ headers }: TestResponse): string => String(headers.location);
/** The result of a login as the storefront gets it: 'ok /path', or 'no reason /path'. */
export const ssoOutcome = (response: TestResponse): string => {
  const url = new URL(locationOf(response), "http://localhost");
  const { auth_callback, auth_error, redirect } = Object.fromEntries(url.searchParams);
  return [auth_callback === "1" ? "ok" : "no", ...(auth_error === undefined ? [] : [auth_error]), redirect].join(" ");
};

/** Starts a login, logs in at the provider, and returns the URL back to the shop; undefined if there is no redirect. */
export const callbackPathFor = async (visitor: TestVisitor, subject: string, redirect = "/events"): Promise<string> => {
  const started = await visitor.get(`/sso/start?${new URLSearchParams({ redirect })}`);
  const callbackUrl = new URL(await new ProviderBrowser().logIn(locationOf(started), subject));
  return callbackUrl.pathname.replace(/^\/api/, "") + callbackUrl.search;
};
/** A complete login. */
export const logInWithSso = async (visitor: TestVisitor, subject: string, redirect?: string): Promise<TestResponse> =>
  visitor.get(await callbackPathFor(visitor, subject, redirect));
