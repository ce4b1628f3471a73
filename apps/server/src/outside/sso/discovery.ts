import { createHash } from "node:crypto";
import type * as OpenIdClient from "openid-client";
import { signedLogin } from "@foyer/contract/sso.ts";
import { guardStands } from "../../db/faults.ts";
import type { OidcKeys } from "./oidc.ts";
import { NotLoggedIn } from "./sso.ts";

export type ProviderBounds = {
  /** Seconds that a provider has for an answer: somebody stands before a page and waits. */
  readonly patience?: number;
  /** Plain http is allowed, to this machine: never in production. */
  readonly isDevelopment?: boolean;
};

type Client = typeof OpenIdClient;
type Configuration = OpenIdClient.Configuration;
type Known = { readonly config: Promise<Configuration>; readonly until: number };

const patienceSeconds = 5;
/** What a provider tells of itself is good for so long; that it is not there, for so long. Milliseconds. */
const lives = { known: 15 * 60_000, failed: 5_000 } as const;
const mostKnown = 500;
const known = new Map<string, Known>();

const keyOf = (keys: OidcKeys): string => createHash("sha256").update(JSON.stringify(keys)).digest("base64url");

const discover = async (
  client: Client,
  keys: OidcKeys,
  { patience = patienceSeconds, isDevelopment = false }: ProviderBounds,
): Promise<Configuration> => {
  const server = new URL(keys.issuer);
  if (server.protocol !== "https:" && !isDevelopment) throw new NotLoggedIn("not_configured", { isTrouble: true });
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
      timeout: patience,
      execute: [
        // Also over https: what a provider signs is looked at, not only where it came from.
        ...(guardStands("oidc_signature") ? [client.enableNonRepudiationChecks] : []),
        ...(server.protocol === "http:" ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  // Some vendors' documents are taken by the library with another issuer in them; here one seller has one. Of all other
  // vendors the library says the same, so no test goes red without this.
  if (new URL(config.serverMetadata().issuer).href !== server.href)
    throw new NotLoggedIn("other_issuer", { isTrouble: true });
  return config;
};

/**
 * What a provider tells of itself, asked for once by however many come at a time and remembered for a while: other keys
 * are asked for anew. A provider that is not there is not asked again at once, so nobody waits behind anybody.
 */
export const discovered = (client: Client, keys: OidcKeys, bounds: ProviderBounds): Promise<Configuration> => {
  const key = keyOf(keys);
  const now = performance.now();
  const before = known.get(key);
  if (before && before.until > now) return before.config;
  if (known.size >= mostKnown) known.clear();
  const config = discover(client, keys, bounds);
  const keep = (life: number) => known.set(key, { config, until: performance.now() + life });
  keep(lives.known);
  config.catch(() => keep(lives.failed));
  return config;
};
