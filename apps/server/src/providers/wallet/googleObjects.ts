import type { KeyObject } from "node:crypto";
import * as z from "zod/mini";
import type { UpdateOutcome } from "./wallet.ts";

/** Google's URLs for passes and for access tokens. Only tests change the timeout. */
export type GoogleEndpoints = { readonly objectsUrl: string; readonly tokenUrl: string; readonly timeoutMs?: number };

export type GoogleAccount = { readonly client_email: string; readonly key: KeyObject };

/** A pass at Google with its new fields; null clears a field. */
export type GoogleObjectPatch = {
  /** The pass's own id, by which the result is returned. */
  readonly pass_id: string;
  readonly type: "eventTicketObject" | "genericObject";
  readonly object_id: string;
  readonly fields: object;
};

const defaultTimeoutMs = 10_000;
const tokenSeconds = 600;
const scope = "https://www.googleapis.com/auth/wallet_object.issuer";
const Token = z.object({ access_token: z.string().check(z.minLength(1), z.maxLength(4096)) });

const failed = (reason: string): UpdateOutcome => ({ result: "failed", reason: `Google Wallet: ${reason}` });

/** Undefined if there is no answer in time. */
const send = async (
  url: string,
  init: RequestInit,
  { timeoutMs = defaultTimeoutMs }: GoogleEndpoints,
): Promise<Response | undefined> =>
  fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);

/** An access token for the service account, or the reason why there is none. */
const fetchToken = async (
  { client_email, key }: GoogleAccount,
  endpoints: GoogleEndpoints,
  now: Temporal.Instant,
): Promise<{ readonly token: string } | { readonly reason: string }> => {
  const { tokenUrl } = endpoints;
  const seconds = Math.floor(now.epochMilliseconds / 1000);
  // Loaded with the first change, like other parts that few sellers need.
  const { SignJWT } = await import("jose");
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuer(client_email)
    .setAudience(tokenUrl)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + tokenSeconds)
    .sign(key);
  const response = await send(
    tokenUrl,
    {
      method: "POST",
      body: new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }),
    },
    endpoints,
  );
  if (!response?.ok) return { reason: `no token, ${response?.status ?? "no answer"}` };
  const parsed = Token.safeParse(await response.json().catch(() => undefined));
  return parsed.success ? { token: parsed.data.access_token } : { reason: "no token, an unreadable answer" };
};

const patchObject = async (
  endpoints: GoogleEndpoints,
  token: string,
  { type, object_id, fields }: GoogleObjectPatch,
): Promise<UpdateOutcome | "unreachable"> => {
  const response = await send(
    `${endpoints.objectsUrl}/walletobjects/v1/${type}/${encodeURIComponent(object_id)}`,
    {
      method: "PATCH",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(fields),
    },
    endpoints,
  );
  if (!response) return "unreachable";
  await response.body?.cancel().catch(() => undefined);
  if (response.ok) return { result: "sent" };
  // Its link was never opened, so there is nothing to change.
  return response.status === 404 ? { result: "gone" } : failed(`${response.status}`);
};

/** Changes passes one by one. If Google does not answer, the rest fail without waiting. Never throws. */
export const patchObjects = async (
  account: GoogleAccount,
  endpoints: GoogleEndpoints,
  patches: readonly GoogleObjectPatch[],
  now: Temporal.Instant,
): Promise<ReadonlyMap<string, UpdateOutcome>> => {
  const outcomes = new Map<string, UpdateOutcome>();
  if (patches.length === 0) return outcomes;
  const access = await fetchToken(account, endpoints, now);
  let isUnreachable = false;
  for (const patch of patches) {
    if ("reason" in access) {
      outcomes.set(patch.pass_id, failed(access.reason));
      continue;
    }
    const outcome: UpdateOutcome | "unreachable" = isUnreachable
      ? "unreachable"
      : await patchObject(endpoints, access.token, patch);
    isUnreachable = outcome === "unreachable";
    outcomes.set(patch.pass_id, outcome === "unreachable" ? failed("no answer") : outcome);
  }
  return outcomes;
};
