import { createHash } from "node:crypto";
import type * as OpenIdClient from "openid-client";
import { signedLogin } from "@foyer/contract/shop/sso.ts";
import type { OidcKeys } from "./oidcKeys.ts";
import { BoundedCache } from "../../cache/boundedCache.ts";
import { SsoFailure } from "./sso.ts";

export type OidcOptions = {
  /** How long a provider may take to answer; a visitor is waiting. */
  readonly timeoutSeconds?: number;
  /** Allows plain http to this machine. */
  readonly isDevelopment?: boolean;
};

type Client = typeof OpenIdClient;
type Configuration = OpenIdClient.Configuration;

const defaultTimeoutSeconds = 5;
/** How long a provider's metadata is cached, and a failure to fetch it. Milliseconds. */
const cacheMs = { success: 15 * 60_000, failure: 5_000 } as const;
/** By the seller's keys; a provider's metadata and signing keys are a few kilobytes. */
const discoveryCache = new BoundedCache<Promise<Configuration>>({
  maxEntries: 1000,
  maxBytes: 16 * 1024 * 1024,
  bytesOf: () => 16 * 1024,
});

const cacheKey = (keys: OidcKeys): string => createHash("sha256").update(JSON.stringify(keys)).digest("base64url");

/** Fetches an OpenID provider's metadata. Throws if there is none, or if it is another issuer's. */
export const discoverProvider = async (
  client: Client,
  keys: OidcKeys,
  { timeoutSeconds = defaultTimeoutSeconds, isDevelopment = false }: OidcOptions,
): Promise<Configuration> => {
  const server = new URL(keys.issuer);
  if (server.protocol !== "https:" && !isDevelopment)
    throw new SsoFailure("not_configured", { isProviderFailure: true });
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
        // Verifies signatures even over https, where the library would otherwise trust the connection.
        client.enableNonRepudiationChecks,
        ...(server.protocol === "http:" ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  // For some vendors the library accepts another issuer in the metadata; here a seller has exactly one. For all other
  // vendors the library makes the same check, so no test fails without this.
  if (new URL(config.serverMetadata().issuer).href !== server.href)
    throw new SsoFailure("other_issuer", { isProviderFailure: true });
  return config;
};

/**
 * A provider's metadata, fetched once for concurrent logins and cached by the seller's keys. A failure is cached for a
 * few seconds, so that logins do not queue behind a provider that does not answer.
 */
export const cachedDiscovery = (client: Client, keys: OidcKeys, options: OidcOptions): Promise<Configuration> => {
  const key = cacheKey(keys);
  const cached = discoveryCache.get(key);
  if (cached) return cached;
  const config = discoverProvider(client, keys, options);
  const store = (lifetime: number) => discoveryCache.set(key, config, performance.now() + lifetime);
  store(cacheMs.success);
  config.catch(() => store(cacheMs.failure));
  return config;
};
