import type { Endpoint, Reply, Sent } from "@foyer/contract/endpoint.ts";
import { applicationHeader, idempotencyHeader } from "@foyer/contract/endpoint.ts";
import type { RefusalReply } from "@foyer/contract/errors.ts";

/** The id of a cart, a promo code or the number of a gift card in a path: who knows them may use them. */
const secretInPath = /(\/(?:cart(?=\/\w{8}-)|code|ledger\/[^/]+)\/)[^/]+/;

/** An error answer of the server. `key` is `code:context`. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly context: string;
  readonly description: string;
  readonly extra: Readonly<Record<string, unknown>>;
  /** Further errors of the same answer, in order. */
  readonly others: readonly Refused[];

  readonly method: string;
  readonly path: string;

  constructor(
    status: number,
    reply: RefusalReply | undefined,
    asked: { method: string; path: string } = { method: "GET", path: "" },
  ) {
    // A proxy in between may answer with JSON of its own.
    const items = Array.isArray(reply?._data) ? reply._data : [];
    const item = items[0];
    super(item?._code ?? `http_${status}`);
    this.name = "Refused";
    this.status = status;
    this.code = item?._code ?? "unexpected";
    this.context = item?._context ?? "general";
    this.description = item?._description ?? "Sorry! Something unexpected happened. Please try again.";
    this.extra = item?._extra ?? {};
    this.others = items.slice(1).map((other) => new Refused(status, { _data: [other] }, asked));
    this.method = asked.method;
    this.path = asked.path;
  }

  get key(): string {
    return `${this.code}:${this.context}`;
  }

  /** The path without its query and without secrets, for reports. */
  get shownPath(): string {
    return (this.path.split("?")[0] ?? "").replace(secretInPath, "$1…");
  }
}

/** Sends a request: the browser's fetch, or the server calling itself while it renders. */
export type Fetcher = (
  path: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    signal?: AbortSignal;
    cache?: "no-store";
  },
) => Promise<Response>;

/** The seller whose storefront makes the calls, and how they are sent. */
export type ApiTransport = { readonly seller: string; readonly fetcher: Fetcher };

let transport: ApiTransport = {
  seller: "",
  fetcher: (path, init) => fetch(path, { ...init, credentials: "same-origin" }),
};
let resolveTransport = (): ApiTransport => transport;
/** For tests only. */
export const setFetcher = (fetcher: Fetcher): void => {
  transport = { ...transport, fetcher };
};
/** Set once when the page starts. */
export const setApiSeller = (seller: string): void => {
  transport = { ...transport, seller };
};
/** The server renders for many sellers at once, so each render has its own transport. */
export const setTransportResolver = (find: () => ApiTransport): void => {
  resolveTransport = find;
};

/** The path, query and body of a call. */
export const buildRequest = (
  call: Pick<Endpoint, "method" | "path" | "cached">,
  seller: string,
  sent: Readonly<Record<string, unknown>>,
  { fresh = false, query: extraQuery = {} }: Pick<CallOptions, "fresh" | "query"> = {},
) => {
  const remaining = { ...sent };
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(remaining[name]);
    delete remaining[name];
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams({ _seller: seller });
  const isRead = call.method === "GET" || call.method === "DELETE";
  if (isRead)
    for (const [name, value] of Object.entries(remaining))
      if (value !== undefined) query.set(name, String(value as string | number | boolean));
  for (const [name, value] of Object.entries(extraQuery)) query.set(name, value);
  const { list, ...body } = remaining as { list?: unknown };
  const prefix = call.cached && isRead && !fresh ? "/cached_api" : "/api";
  return { path: `${prefix}${path}?${query}`, ...(isRead ? {} : { body: JSON.stringify(list ?? body) }) };
};

/** A read uses `/cached_api` if the contract allows it; `fresh` requests the visitor's own, uncached answer. */
export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly fresh?: boolean | undefined;
  /** For calls with a body: parameters of the URL. */
  readonly query?: Readonly<Record<string, string>>;
  /** Additional headers, such as the answer to a captcha. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The idempotency key of a change. With it, the call is repeated if its answer is lost. */
  readonly key?: string;
  /** The maximum number of attempts for a read; three by default. */
  readonly attempts?: number;
};

/** Reads are tried three times, 250 ms apart and doubling, after a network error, a timeout or a 502. */
const maxAttempts = 3;
const firstDelayMs = 250;
/** The time limit for one attempt of a read. A change waits for its answer, because it may have been applied. */
const readTimeoutMs = 10_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Aborts an attempt when the caller does, or when a read takes too long. */
const signalOf = ({ method }: Pick<Endpoint, "method">, signal: AbortSignal | undefined): AbortSignal | undefined => {
  if (method !== "GET") return signal;
  const timeout = AbortSignal.timeout(readTimeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
};

export const callWith = async <E extends Endpoint>(
  fetcher: Fetcher,
  seller: string,
  call: E,
  sent: Sent<E>,
  options: CallOptions = {},
): Promise<Reply<E>> => {
  const { path, body } = buildRequest(call, seller, sent as Record<string, unknown>, options);
  const headers: Record<string, string> = {
    ...options.headers,
    [applicationHeader.name]: applicationHeader.value,
    accept: "application/json",
  };
  if (options.key !== undefined) headers[idempotencyHeader] = options.key;
  if (body !== undefined) headers["content-type"] = "application/json";
  for (let attempt = 1; ; attempt++) {
    const isLastAttempt =
      (call.method !== "GET" && options.key === undefined) || attempt === (options.attempts ?? maxAttempts);
    try {
      const signal = signalOf(call, options.signal);
      const response = await fetcher(path, {
        method: call.method,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(signal ? { signal } : {}),
        ...(options.fresh ? { cache: "no-store" } : {}),
      });
      if (response.status === 502 && !isLastAttempt) throw new TypeError("bad gateway");
      if (!response.ok)
        throw new Refused(response.status, (await response.json().catch(() => undefined)) as RefusalReply | undefined, {
          method: call.method,
          path,
        });
      return (await response.json()) as Reply<E>;
    } catch (error) {
      // The first attempt is still in progress: its answer is worth waiting for.
      const isRefused = error instanceof Refused && error.code !== "request_in_progress";
      if (isLastAttempt || isRefused || options.signal?.aborted) throw error;
      await sleep(firstDelayMs * 2 ** (attempt - 1));
    }
  }
};

const refusalListeners = new Set<(refusal: Refused) => void>();
/** Reports every refused call, whoever made it. Returns a function that unsubscribes. */
export const onRefusal = (listener: (refusal: Refused) => void): (() => void) => {
  refusalListeners.add(listener);
  return () => void refusalListeners.delete(listener);
};

let isLastCallLost = false;
/** Did the browser's last call get no answer at all, as without a connection that works? */
export const wasLastCallLost = (): boolean => isLastCallLost;

/** Calls an endpoint of the API. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: CallOptions = {},
): Promise<Reply<E>> => {
  const { seller, fetcher } = resolveTransport();
  try {
    const reply = await callWith(fetcher, seller, endpoint, sent, options);
    isLastCallLost = false;
    return reply;
  } catch (error) {
    isLastCallLost = !(error instanceof Refused) && options.signal?.aborted !== true;
    if (error instanceof Refused) refusalListeners.forEach((listener) => listener(error));
    throw error;
  }
};
