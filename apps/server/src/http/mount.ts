import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint, Received, Reply } from "@foyer/contract/endpoint.ts";
import type { RefusalCode } from "@foyer/contract/errors.ts";
import type { FirstVisit, RequestContext } from "./requestContext.ts";
import { BoundedCache, shortKey } from "../cache/boundedCache.ts";
import { CachedBody } from "./cache/cachedBody.ts";
import type { ResponseCache } from "./cache/responseCache.ts";
import { sendCached } from "./cache/sendCached.ts";
import { negotiateEncoding, compress } from "./cache/compression.ts";
import { Lane } from "./lane.ts";
import { runIdempotent } from "./idempotency/idempotency.ts";
import { parseRequest } from "./parseRequest.ts";
import { requestTurns } from "./requestTurns.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A file or a redirect that a browser opens as a link. */
    isLink?: boolean;
  }
}

/** A reply of bytes instead of JSON. */
export type BinaryReply = { readonly bytes: Buffer; readonly type: string; readonly headers?: Record<string, string> };

/** A redirect. The use case builds the URL itself or takes it from the seller's settings; it is never cached. */
export type RedirectReply = { readonly location: string };

export type Route = {
  readonly endpoint: Endpoint;
  readonly handler: (ctx: RequestContext, sent: never, accept: string) => Promise<unknown>;
  /** Seconds that the server may cache a reply under /cached_api. */
  readonly cacheSeconds: number;
  /**
   * The use case builds the reply key by key, on a hot path: production sends it unparsed; everywhere else a reply with
   * anything that the contract does not name is an error.
   */
  readonly exact: boolean;
  /** Whether it is always expensive and therefore goes through the lane for expensive requests. */
  readonly isHeavy: boolean;
  /** Whether a reply may be cached. A reply that leaves out unknown ids may not: there are infinitely many of them. */
  readonly mayCache: (reply: unknown, sent: never) => boolean;
  /** Whether it accepts an idempotency key: a repetition gets the same reply and has no further effect. */
  readonly isIdempotent: boolean;
  /** The codes that the use case refuses with, for the API's description. Codes common to every call are added there. */
  readonly refuses: readonly RefusalCode[];
  /** Whether it may start or end a session, so that the reply sets its cookie. */
  readonly setsCookie: boolean;
  /** Whether a raw call replies with a redirect instead of bytes. */
  readonly redirects: boolean;
};

/** Limits for reads of a seller's whole catalogue or of a year of sessions, shared by all sellers. */
const heavyReads = { concurrency: 2, maxWaiting: 500, maxWaitMs: 10_000 } as const;

type RouteOptions<E extends Endpoint> = Partial<Omit<Route, "endpoint" | "handler" | "mayCache">> & {
  readonly mayCache?: (reply: Reply<E>, sent: Received<E>) => boolean;
};

/**
 * Connects an endpoint of the contract to its use case. `accept` is the Accept header, which decides the format of
 * pictures.
 */
export const route = <E extends Endpoint>(
  endpoint: E,
  handler: (ctx: RequestContext, sent: Received<E>, accept: string) => Promise<Reply<E>>,
  {
    cacheSeconds = 1,
    exact = false,
    isHeavy = false,
    isIdempotent = false,
    refuses = [],
    setsCookie = false,
    redirects = false,
    mayCache = () => true,
  }: RouteOptions<E> = {},
): Route => ({
  endpoint,
  handler: handler as Route["handler"],
  cacheSeconds,
  exact,
  isHeavy,
  isIdempotent,
  refuses,
  setsCookie,
  redirects,
  mayCache: mayCache as Route["mayCache"],
});

/** Removes everything that the contract does not name. */
const parseReply = ({ endpoint, exact }: Route, reply: unknown): unknown => {
  const parsed = endpoint.reply.parse(reply);
  if (exact && !isDeepStrictEqual(parsed, reply))
    throw new Error(`${endpoint.name} replies with more than the contract names.`);
  return parsed;
};

type MountDeps = {
  readonly createContext: (
    request: FastifyRequest,
    reply: FastifyReply,
    withVisitor: boolean,
  ) => Promise<RequestContext & FirstVisit>;
  readonly cache: ResponseCache<CachedReply>;
  readonly production: boolean;
};
type RunRoute = (
  request: FastifyRequest,
  ctx: RequestContext & FirstVisit,
) => Promise<{ readonly sent: unknown; reply: unknown }>;

/** A reply under /cached_api. */
export type CachedReply = { readonly body: CachedBody; readonly mayCache: boolean };

/** Registers routes: all under /api, and those that the contract marks as cached under /cached_api as well. */
export const mount = (app: FastifyInstance, routes: readonly Route[], deps: MountDeps): void => {
  const cacheKeyByUrl = new BoundedCache<string>({
    maxEntries: 2000,
    maxBytes: 2 * 1024 * 1024,
    bytesOf: (key) => 2 * key.length,
  });
  const lane = new Lane("heavy reads", heavyReads);
  const takeTurn = requestTurns();
  for (const route of routes) {
    const run = routeRunner(route, lane, deps);
    mountUncached(app, route, run, { ...deps, takeTurn });
    if (route.endpoint.cached) mountCached(app, route, run, { ...deps, cacheKeyByUrl, takeTurn });
  }
};

const routeRunner = (route: Route, lane: Lane, { production }: MountDeps): RunRoute => {
  const { endpoint, exact, isHeavy, isIdempotent } = route;
  const handler = route.handler as (ctx: RequestContext, sent: unknown, accept: string) => Promise<unknown>;
  return async (request, ctx) => {
    const sent = parseRequest(endpoint, request);
    const work = async () => {
      const reply = await handler(ctx, sent, request.headers.accept ?? "");
      return endpoint.raw || (exact && production) ? reply : parseReply(route, reply);
    };
    const reply = isIdempotent
      ? runIdempotent(ctx, request.headers, { call: endpoint.name, sent }, work)
      : isHeavy
        ? lane.run(work)
        : work();
    return { sent, reply: await reply };
  };
};

type Turns = { readonly takeTurn: (request: FastifyRequest) => Promise<void> };

const mountUncached = (app: FastifyInstance, { endpoint }: Route, run: RunRoute, deps: MountDeps & Turns): void => {
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { isLink: endpoint.raw },
    handler: async (request, reply) => {
      await deps.takeTurn(request);
      const ctx = await deps.createContext(request, reply, true);
      const result = await run(request, ctx);
      return endpoint.raw
        ? sendBinary(request, reply, result.reply as BinaryReply | RedirectReply)
        : reply.header("cache-control", "no-store").send(result.reply);
    },
  });
};

const mountCached = (
  app: FastifyInstance,
  { endpoint, cacheSeconds, mayCache }: Route,
  run: RunRoute,
  {
    createContext,
    cache,
    cacheKeyByUrl,
    takeTurn,
  }: MountDeps & Turns & { readonly cacheKeyByUrl: BoundedCache<string> },
): void => {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    await takeTurn(request);
    const ctx = await createContext(request, reply, false);
    if (endpoint.raw) return sendBinary(request, reply, (await run(request, ctx)).reply as BinaryReply);
    const key = cacheKey(ctx.seller.id, request);
    const make = async (): Promise<CachedReply> => {
      const result = await run(request, ctx);
      return {
        body: new CachedBody(JSON.stringify(result.reply)),
        mayCache: mayCache(result.reply, result.sent as never),
      };
    };
    const cached = await cache.get(key, cacheSeconds, make, (made) => made.mayCache);
    // Only for URLs that were accepted: a refused one is parsed, and refused, each time.
    if (cached.mayCache) cacheKeyByUrl.set(request.url, key);
    return sendCached(request, reply, cached.body);
  };
  app.route({
    method: endpoint.method,
    url: `/cached_api${endpoint.path}`,
    config: { isLink: endpoint.raw },
    // An identical URL has the same cache key, so it is not parsed again while the entry is fresh.
    handler: (request, reply) => {
      const key = cacheKeyByUrl.get(request.url);
      const cached = key === undefined ? undefined : cache.getFresh(key);
      return cached ? sendCached(request, reply, cached.body) : answer(request, reply);
    },
  });
};

/** Pictures are already compressed, except SVG, which is text. */
const sendBinary = async (request: FastifyRequest, reply: FastifyReply, result: BinaryReply | RedirectReply) => {
  if ("location" in result)
    return reply
      .headers({ "cache-control": "private, no-store", "referrer-policy": "no-referrer" })
      .redirect(result.location, 302);
  const { bytes, type, headers = {} } = result;
  reply.headers(headers);
  if (headers.etag !== undefined && request.headers["if-none-match"] === headers.etag) return reply.code(304).send();
  reply.type(type);
  if (type !== "image/svg+xml") return reply.send(bytes);
  const encoding = negotiateEncoding(request.headers["accept-encoding"]);
  reply.header("vary", [headers.vary, "Accept-Encoding"].filter(Boolean).join(", "));
  return encoding === "identity"
    ? reply.send(bytes)
    : reply.header("content-encoding", encoding).send(await compress(encoding, bytes));
};

/** By seller, path and sorted query; hashed if that is long. */
const cacheKey = (sellerId: string, request: FastifyRequest): string => {
  const [path = "", query = ""] = request.url.split("?", 2);
  const params = new URLSearchParams(query);
  params.sort();
  return shortKey(`${sellerId} ${path}?${params}`);
};
