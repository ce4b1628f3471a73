import { createHash } from "node:crypto";
import type * as OpenIdClient from "openid-client";
import { signedLogin } from "@foyer/contract/shop/sso.ts";
import type { OidcKeys } from "./oidcProvider.ts";
import { SsoFailure } from "./sso.ts";

export type OidcOptions = {
  /** Seconds that a provider has for an answer: somebody stands before a page and waits. */
  readonly timeoutSeconds?: number;
  /** Plain http is allowed, to this machine: never in production. */
  readonly isDevelopment?: boolean;
};

type Client = typeof OpenIdClient;
type Configuration = OpenIdClient.Configuration;
type CachedDiscovery = { readonly config: Promise<Configuration>; readonly until: number };

const defaultTimeoutSeconds = 5;
/** What a provider tells of itself is good for so long; that it is not there, for so long. Milliseconds. */
const cacheMs = { success: 15 * 60_000, failure: 5_000 } as const;
const maxCached = 500;
const discoveryCache = new Map<string, CachedDiscovery>();

const cacheKey = (keys: OidcKeys): string => createHash("sha256").update(JSON.stringify(keys)).digest("base64url");

const discover = async (
  client: Client,
  keys: OidcKeys,
  { timeoutSeconds = defaultTimeoutSeconds, isDevelopment = false }: OidcOptions,
): Promise<Configuration> => {
  const server = new URL(keys.issuer);
  if (server.protocol !== "https:" && !isDevelopment) throw new SsoFailure("not_configured", { isTrouble: true });
  const { client_secret } = keys;
  const auth =
    client_secret === undefined
      ? client.None()
      : keys.client_auth === "basic"
        ? client.ClientSecretBasic(client_secret)
        : client.ClientSecretPost(client_secret);
  const config = await client.discovery(
    server,
    keys.client_id,
    { [client.clockTolerance]: signedLogin.tolerance },
    auth,
    {
      timeout: timeoutSeconds,
      execute: [
        // Verifies signatures even over https, where the library would trust the connection.
        client.enableNonRepudiationChecks,
        ...(server.protocol === "http:" ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  // Some vendors' documents are taken by the library with another issuer in them; here one seller has one. Of all other
  // vendors the library says the same, so no test goes red without this.
  if (new URL(config.serverMetadata().issuer).href !== server.href)
    throw new SsoFailure("other_issuer", { isTrouble: true });
  return config;
};

/**
 * What a provider tells of itself, asked for once by however many come at a time and remembered for a while: other keys
 * are asked for anew. A provider that is not there is not asked again at once, so nobody waits behind anybody.
 */
export const cachedDiscovery = (client: Client, keys: OidcKeys, options: OidcOptions): Promise<Configuration> => {
  const key = cacheKey(keys);
  const now = performance.now();
  const cached = discoveryCache.get(key);
  if (cached && cached.until > now) return cached.config;
  if (discoveryCache.size >= maxCached) discoveryCache.clear();
  const config = discover(client, keys, options);
  const store = (lifetime: number) => discoveryCache.set(key, { config, until: performance.now() + lifetime });
  store(cacheMs.success);
  config.catch(() => store(cacheMs.failure));
  return config;
};
