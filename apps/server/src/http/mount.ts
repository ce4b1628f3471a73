import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint, Received, Reply } from "@foyer/contract/endpoint.ts";
import type * as z from "zod/mini";
import type { RequestContext } from "./requestContext.ts";
import type { ResponseCache, CachedResponse } from "./cache/responseCache.ts";
import { negotiateEncoding, compress, type Encoding } from "./cache/compression.ts";
import { Lane } from "./lane.ts";
import { runIdempotent } from "./idempotency.ts";
import { Refused } from "../errors/refused.ts";
import { isStorable } from "./sanitize/isStorable.ts";

/** Bytes instead of JSON. */
export type BinaryReply = { readonly bytes: Buffer; readonly type: string; readonly headers?: Record<string, string> };

/** Another address instead: the verb has made it itself, or it is the seller's own word. Nothing keeps it. */
export type RedirectReply = { readonly location: string };

export type Route = {
  readonly endpoint: Endpoint;
  readonly handler: (ctx: RequestContext, sent: never, accept: string) => Promise<unknown>;
  /** Seconds that an answer under /cached_api may be kept by the server. */
  readonly keep: number;
  /** The reply is put together key by key, and so often that production sends it as it is; everywhere else it is held to the contract. */
  readonly exact: boolean;
  /** Costs much whatever is asked: goes through the lane for such calls. */
  readonly heavy: boolean;
  /** May come with a key: said again, it is answered the same and does nothing more. */
  readonly keyed: boolean;
};

/** Reads that look at a seller's whole catalogue or at a year of sessions, for all sellers together. */
const heavyReads = { atOnce: 2, mostWaiting: 500, waitMs: 10_000 } as const;

/** Joins a call of the contract to the use case that answers it. `accept` is what the browser takes: pictures follow it. */
export const route = <E extends Endpoint>(
  endpoint: E,
  handler: (ctx: RequestContext, sent: Received<E>, accept: string) => Promise<Reply<E>>,
  {
    keep = 1,
    exact = false,
    heavy = false,
    keyed = false,
  }: { keep?: number; exact?: boolean; heavy?: boolean; keyed?: boolean } = {},
): Route => ({ endpoint, handler: handler as Route["handler"], keep, exact, heavy, keyed });

/** What somebody calls a field is said back only where it looks like one (T119). */
const isFieldName = (text: string): boolean => /^[\w.:[\]-]{1,100}$/.test(text);

const parseOrRefuse = (
  schema: z.ZodMiniType,
  value: unknown,
  where: "path" | "query" | "body",
): Record<string, unknown> => {
  if (!isStorable(value))
    throw new Refused({ code: where === "body" ? "validation_failed" : "bad_field_value", extra: { fields: [where] } });
  const result = schema.safeParse(value);
  if (result.success)
    return Array.isArray(result.data) ? { list: result.data } : (result.data as Record<string, unknown>);
  const fields = result.error.issues
    .slice(0, 20)
    .map((issue) => issue.path.join(".") || (issue.code === "unrecognized_keys" ? issue.keys[0] : where));
  throw new Refused({
    code: where === "body" ? "validation_failed" : "bad_field_value",
    extra: { fields: fields.map((field) => (isFieldName(String(field)) ? String(field) : where)) },
  });
};

/** Only what the contract names leaves the house. */
const parseReply = ({ endpoint, exact }: Route, reply: unknown): unknown => {
  const parsed = endpoint.reply.parse(reply);
  if (exact && !isDeepStrictEqual(parsed, reply))
    throw new Error(`${endpoint.name} replies with more than the contract names.`);
  return parsed;
};

const omitSeller = (query: unknown): object => {
  const { _seller: _, ...rest } = query as Record<string, unknown>;
  return rest;
};

/** Registers calls: under /api always, under /cached_api as well when the call says so. */
export const mount = (
  app: FastifyInstance,
  routes: readonly Route[],
  deps: {
    readonly makeAsk: (request: FastifyRequest, reply: FastifyReply, withVisitor: boolean) => Promise<RequestContext>;
    readonly cache: ResponseCache;
    readonly production: boolean;
  },
): void => {
  const cacheKeyByUrl = new Map<string, string>();
  const lane = new Lane(heavyReads);
  for (const route of routes) {
    const { endpoint, handler, keep: cacheSeconds, exact, heavy, keyed } = route;
    const answer = async (request: FastifyRequest, ctx: RequestContext) => {
      const sent = {
        ...(endpoint.method === "GET" || endpoint.method === "DELETE"
          ? {}
          : parseOrRefuse(endpoint.body, request.body ?? {}, "body")),
        ...parseOrRefuse(endpoint.query, omitSeller(request.query), "query"),
        ...parseOrRefuse(endpoint.params, request.params, "path"),
      };
      const work = async () => {
        const reply = await (handler as (ctx: RequestContext, sent: unknown, accept: string) => Promise<unknown>)(
          ctx,
          sent,
          request.headers.accept ?? "",
        );
        return endpoint.raw || (exact && deps.production) ? reply : parseReply(route, reply);
      };
      if (keyed) return runIdempotent(ctx, request.headers, { call: endpoint.name, sent }, work);
      return heavy ? lane.run(work) : work();
    };

    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      handler: async (request, reply) => {
        const ctx = await deps.makeAsk(request, reply, true);
        const result = await answer(request, ctx);
        return endpoint.raw
          ? sendBinary(request, reply, result as BinaryReply | RedirectReply)
          : reply.header("cache-control", "no-store").send(result);
      },
    });

    if (!endpoint.cached) continue;
    const answerCached = async (request: FastifyRequest, reply: FastifyReply) => {
      const ctx = await deps.makeAsk(request, reply, false);
      if (endpoint.raw) return sendBinary(request, reply, (await answer(request, ctx)) as BinaryReply);
      const key = cacheKey(ctx.seller.id, request);
      const cached = await deps.cache.get(key, cacheSeconds, async () => JSON.stringify(await answer(request, ctx)));
      // Only addresses that were answered: what is refused is parsed, and refused, each time.
      if (cacheKeyByUrl.size >= maxCachedUrls) cacheKeyByUrl.clear();
      cacheKeyByUrl.set(request.url, key);
      return sendCached(request, reply, cached);
    };
    app.route({
      method: endpoint.method,
      url: `/cached_api${endpoint.path}`,
      // The same address, letter by letter, has the same answer: no need to read it again while the answer is good.
      handler: (request, reply) => {
        const key = cacheKeyByUrl.get(request.url);
        const cached = key === undefined ? undefined : deps.cache.getFresh(key);
        return cached ? sendCached(request, reply, cached) : answerCached(request, reply);
      },
    });
  }
};

const maxCachedUrls = 2000;

/** Below this an answer goes in a packet or three anyway; a calendar is above it, a hall far above. */
const minCompressedBytes = 16 * 1024;
const compressedBodies = new WeakMap<CachedResponse, Map<Encoding, Promise<Buffer>>>();

/** Packed once, however many ask for it. */
const compressOnce = (cached: CachedResponse, encoding: Exclude<Encoding, "identity">): Promise<Buffer> => {
  const byEncoding = compressedBodies.get(cached) ?? new Map<Encoding, Promise<Buffer>>();
  compressedBodies.set(cached, byEncoding);
  const bytes = byEncoding.get(encoding) ?? compress(encoding, cached.body);
  byEncoding.set(encoding, bytes);
  return bytes;
};

const sendCached = (
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
): FastifyReply | Promise<FastifyReply> => {
  const { body, etag } = cached;
  reply.headers({
    etag,
    "cache-control": "public, max-age=0, must-revalidate",
    "content-type": "application/json; charset=utf-8",
    vary: "Accept-Encoding",
  });
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  const encoding =
    body.length < minCompressedBytes ? "identity" : negotiateEncoding(request.headers["accept-encoding"]);
  if (encoding === "identity") return reply.send(body);
  return compressOnce(cached, encoding).then((bytes) => reply.header("content-encoding", encoding).send(bytes));
};

/** Bytes, or word that the browser has them already. Pictures are packed by themselves; drawings are text. */
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

const cacheKey = (sellerId: string, request: FastifyRequest): string => {
  const [path = "", query = ""] = request.url.split("?", 2);
  const params = new URLSearchParams(query);
  params.sort();
  return `${sellerId} ${path}?${params}`;
};
