import { idempotencyHeader } from "@foyer/contract/endpoint.ts";
import type { RefusalReply } from "@foyer/contract/errors.ts";
import {
  officeHeader,
  readerHeader,
  unattendedHeader,
  type StaffEndpoint,
  type StaffReply,
  type StaffSent,
} from "@foyer/contract/office/staff/staffEndpoint.ts";

import { isUnattended } from "./attendance.ts";

/** A reply that refuses a call, or the lack of a reply (`status` 0). */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  /** The names of invalid fields. */
  readonly fields: readonly string[];
  readonly retryAfter: number | undefined;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(status: number, item: Partial<RefusalReply["_data"][number]>) {
    super(item._description ?? "The server cannot be reached. Please try again.");
    this.name = "CallError";
    this.status = status;
    this.code = item._code ?? "unreachable";
    this.extra = item._extra ?? {};
    const { fields, retry_after } = this.extra;
    this.fields = Array.isArray(fields) ? fields.map(String) : [];
    this.retryAfter = typeof retry_after === "number" ? retry_after : undefined;
  }
}

/** The path and query of a call: parameters of the path and, for a GET, everything else. */
export const addressOf = (endpoint: StaffEndpoint, sent: Readonly<Record<string, unknown>>, slug?: string) => {
  const rest: Record<string, unknown> = { ...sent };
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(slug === undefined ? {} : { _seller: slug });
  if (endpoint.method === "GET")
    for (const [name, value] of Object.entries(rest))
      if (typeof value === "string" || typeof value === "number") query.set(name, String(value));
  const search = query.toString();
  return { url: `/staff_api${path}${search && `?${search}`}`, body: endpoint.method === "GET" ? undefined : rest };
};

/** Asks for the second factor; resolves to true once it was shown. */
type AskForProof = () => Promise<boolean>;
let askForProof: AskForProof = async () => false;
/** Registers the dialog that asks; there is only one. */
export const onStepUp = (ask: AskForProof): void => void (askForProof = ask);

/** Asks the user to sign in again; resolves to true once they have. */
type AskToSignIn = () => Promise<boolean>;
let askToSignIn: AskToSignIn | undefined;
/** Registers the dialog that asks; there is only one. Undefined while no screen is open whose contents could be lost. */
export const onSignInEnded = (ask: AskToSignIn | undefined): void => void (askToSignIn = ask);

let reader: string | undefined;
/** Names the person whose screen is open in every call; undefined if there is none. */
export const onScreenOf = (id: string | undefined): void => void (reader = id);

type SendOptions = {
  readonly slug: string | undefined;
  readonly key: string;
  /** Whether the call is about whoever is signed in, not about the person whose screen is open. */
  readonly isForAnybody?: boolean;
};

/** The server's response to a call. Throws a refusal. */
export const responseOf = async <E extends StaffEndpoint>(
  endpoint: E,
  sent: StaffSent<E>,
  { slug, key, isForAnybody = false }: SendOptions,
): Promise<Response> => {
  const { url, body } = addressOf(endpoint, sent as Record<string, unknown>, slug);
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      [officeHeader.name]: officeHeader.value,
      ...(reader !== undefined && !isForAnybody && { [readerHeader]: reader }),
      ...(isUnattended() && { [unattendedHeader.name]: unattendedHeader.value }),
      ...(body !== undefined && { "content-type": "application/json", [idempotencyHeader]: key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (!response) throw new CallError(0, {});
  if (response.ok) return response;
  const refusal = (await response.json().catch(() => undefined)) as Partial<RefusalReply> | undefined;
  throw new CallError(response.status, refusal?._data?.[0] ?? {});
};

const send = async <E extends StaffEndpoint>(
  endpoint: E,
  sent: StaffSent<E>,
  options: SendOptions,
): Promise<StaffReply<E>> => {
  const response = await responseOf(endpoint, sent, options);
  const reply: unknown = await response.json().catch(() => undefined);
  // A response that breaks off is treated as no response.
  if (reply === undefined) throw new CallError(0, {});
  return reply as StaffReply<E>;
};

/** Changes whose outcome is unknown, with their idempotency keys. */
const unanswered = new Map<string, string>();
const mostUnanswered = 50;
/** Longer ones are files, which are not stored for this. */
const mostLetters = 20_000;

/** What identifies a change. Calls whose replies the server does not keep may contain passwords, which are not stored. */
const changeOf = ({ name, keepsReply }: StaffEndpoint, sent: unknown, slug: string | undefined): string | undefined => {
  if (!keepsReply) return undefined;
  const change = JSON.stringify([name, slug, sent]);
  return change.length > mostLetters ? undefined : change;
};

/**
 * Whether an error leaves the outcome of a change unknown: no reply, a failure on the way, or the same call still in
 * progress.
 */
const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500 || error.code === "request_in_progress");

/**
 * Runs a change with an idempotency key. If its outcome stays unknown, the same change at the same seller gets the same key
 * when the button is pressed again, so that it is made only once.
 */
const withKey = async <R>(change: string | undefined, run: (key: string) => Promise<R>): Promise<R> => {
  if (change === undefined) return run(crypto.randomUUID());
  const key = unanswered.get(change) ?? crypto.randomUUID();
  unanswered.delete(change);
  try {
    return await run(key);
  } catch (error) {
    if (isUnanswered(error)) unanswered.set(change, key);
    const [oldest] = unanswered.keys();
    if (unanswered.size > mostUnanswered && oldest !== undefined) unanswered.delete(oldest);
    throw error;
  }
};

/** A call that never asks the user to sign in again or to show the second factor. */
export const callWithoutAsking = <E extends StaffEndpoint>(
  endpoint: E,
  sent: StaffSent<E>,
  slug?: string,
): Promise<StaffReply<E>> => withKey(changeOf(endpoint, sent, slug), (key) => sendAgain(endpoint, sent, { slug, key }));

/** A call about whoever is signed in now: who that is, or the end of their sign-in. */
export const callForAnybody = <E extends StaffEndpoint>(endpoint: E, sent: StaffSent<E>): Promise<StaffReply<E>> =>
  sendAgain(endpoint, sent, { slug: undefined, key: crypto.randomUUID(), isForAnybody: true });

/**
 * The only way to the network. `slug`: the seller that the call is about. If the sign-in has ended or the call needs
 * step-up, it asks the user for that and then sends the call again.
 */
export const callOffice = <E extends StaffEndpoint>(
  endpoint: E,
  sent: StaffSent<E>,
  slug?: string,
): Promise<StaffReply<E>> =>
  // Uses a new key each time, because the refusal is stored under the first one.
  withAsking(() => callWithoutAsking(endpoint, sent, slug));

/** Runs a call again once the user has signed in again or shown the second factor for it. */
export const withAsking = async <R>(run: () => Promise<R>): Promise<R> => {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof CallError) || !(await isMended(error))) throw error;
    }
  }
};

/** Whether the user has done what the call was refused for: signed in again, or shown the second factor. */
const isMended = async ({ code }: CallError): Promise<boolean> => {
  if (code === "step_up_required") return askForProof();
  return code === "not_authorized" && askToSignIn !== undefined && askToSignIn();
};

/** Sends a change whose response was lost once more with the same key, so that it is made only once. */
const sendAgain: typeof send = async (endpoint, sent, options) => {
  try {
    return await send(endpoint, sent, options);
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 0 || endpoint.method === "GET") throw error;
    return send(endpoint, sent, options);
  }
};
