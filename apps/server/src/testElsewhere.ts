import { createHash } from "node:crypto";
import type { Shop } from "./db/testShop.ts";
import { loginsElsewhere } from "./outside/loginsElsewhere.ts";
import type { KeyedProvider } from "./outside/providerKeys.ts";
import type { ProviderBounds } from "./outside/sso/discovery.ts";
import { openTestApp, type Said, type TestApp } from "./testApp.ts";
import type { Caller } from "./testLogin.ts";
import { AtProvider, type Client, type TestOidc } from "./testOidc.ts";
import { outsideOf } from "./testOutside.ts";
import type { AppDeps } from "./app.ts";

type Keys = Readonly<Record<string, string>>;

/** A server whose sellers have keys for logins elsewhere: `keep` gives them some. */
export type ElsewhereApp = TestApp & {
  keep(shop: Pick<Shop, "seller_id">, provider: KeyedProvider, keys: Keys): void;
};

export const openElsewhereApp = async (
  bounds: ProviderBounds = {},
  deps: Partial<AppDeps> = {},
): Promise<ElsewhereApp> => {
  const base = await openTestApp();
  const kept = new Map<string, Keys>();
  const outside = {
    ...outsideOf(base),
    ...loginsElsewhere(async (id, provider) => kept.get(`${id} ${provider}`), { isDevelopment: true, ...bounds }),
    sign: (text: string) => createHash("sha256").update(text).digest("base64url"),
  };
  const server = await openTestApp({ outside, ...deps }, base);
  return {
    ...server,
    keep: (shop, provider, keys) => void kept.set(`${shop.seller_id} ${provider}`, keys),
    close: async () => {
      await server.close();
      await base.close();
    },
  };
};

/** Makes the shop a client of the provider. */
export const joinProvider = (server: ElsewhereApp, provider: TestOidc, shop: Shop, keys: Keys = {}): Client => {
  const client = provider.addClient(`http://localhost/api/sso/callback/${shop.slug}`, `http://localhost/${shop.slug}`);
  server.keep(shop, "oidc", { issuer: provider.issuer, ...client, ...keys });
  return client;
};

export const locationOf = ({ headers }: Said): string => String(headers.location);
/** What the storefront's page is told of a login elsewhere: 'ok /path', or 'no word /path'. */
export const outcomeOf = (said: Said): string => {
  const url = new URL(locationOf(said), "http://localhost");
  const { auth_callback, auth_error, redirect } = Object.fromEntries(url.searchParams);
  return [auth_callback === "1" ? "ok" : "no", ...(auth_error === undefined ? [] : [auth_error]), redirect].join(" ");
};

/** Sets out, logs in at the provider, and comes to the address that leads back; undefined where nobody led there. */
export const wayBack = async (visitor: Caller, subject: string, redirect = "/events"): Promise<string> => {
  const started = await visitor.get(`/sso/start?${new URLSearchParams({ redirect })}`);
  const back = new URL(await new AtProvider().logIn(locationOf(started), subject));
  return back.pathname.replace(/^\/api/, "") + back.search;
};
/** The whole way there and back. */
export const logInElsewhere = async (visitor: Caller, subject: string, redirect?: string): Promise<Said> =>
  visitor.get(await wayBack(visitor, subject, redirect));
