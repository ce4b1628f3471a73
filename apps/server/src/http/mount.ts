import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint, Received, Reply } from "@foyer/contract/endpoint.ts";
import type * as z from "zod/mini";
import type { Ask } from "./ask.ts";
import type { Cache, Kept } from "./caching.ts";
import { encodingFor, packedAs, type Encoding } from "./encoding.ts";
import { Lane } from "./lane.ts";
import { once } from "./once.ts";
import { Refused } from "./refused.ts";
import { isStorable } from "./storable.ts";

/** Bytes instead of JSON. */
export type Bytes = { readonly bytes: Buffer; readonly type: string; readonly headers?: Record<string, string> };

/** Another address instead: the verb has made it itself, or it is the seller's own word. Nothing keeps it. */
export type Elsewhere = { readonly location: string };

export type Mounted = {
  readonly call: Endpoint;
  readonly handle: (ask: Ask, sent: never, accept: string) => Promise<unknown>;
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
export const on = <E extends Endpoint>(
  call: E,
  handle: (ask: Ask, sent: Received<E>, accept: string) => Promise<Reply<E>>,
  {
    keep = 1,
    exact = false,
    heavy = false,
    keyed = false,
  }: { keep?: number; exact?: boolean; heavy?: boolean; keyed?: boolean } = {},
): Mounted => ({ call, handle: handle as Mounted["handle"], keep, exact, heavy, keyed });

/** What somebody calls a field is said back only where it looks like one (T119). */
const isFieldName = (text: string): boolean => /^[\w.:[\]-]{1,100}$/.test(text);

const parsed = (schema: z.ZodMiniType, value: unknown, where: "path" | "query" | "body"): Record<string, unknown> => {
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
const named = ({ call, exact }: Mounted, reply: unknown): unknown => {
  const said = call.reply.parse(reply);
  if (exact && !isDeepStrictEqual(said, reply))
    throw new Error(`${call.name} replies with more than the contract names.`);
  return said;
};

const withoutSeller = (query: unknown): object => {
  const { _seller: _, ...rest } = query as Record<string, unknown>;
  return rest;
};

/** Registers calls: under /api always, under /cached_api as well when the call says so. */
export const mount = (
  app: FastifyInstance,
  routes: readonly Mounted[],
  deps: {
    readonly makeAsk: (request: FastifyRequest, reply: FastifyReply, withVisitor: boolean) => Promise<Ask>;
    readonly cache: Cache;
    readonly production: boolean;
  },
): void => {
  const keyOfAddress = new Map<string, string>();
  const lane = new Lane(heavyReads);
  for (const route of routes) {
    const { call, handle, keep, exact, heavy, keyed } = route;
    const answer = async (request: FastifyRequest, ask: Ask) => {
      const sent = {
        ...(call.method === "GET" || call.method === "DELETE" ? {} : parsed(call.body, request.body ?? {}, "body")),
        ...parsed(call.query, withoutSeller(request.query), "query"),
        ...parsed(call.params, request.params, "path"),
      };
      const work = async () => {
        const reply = await (handle as (ask: Ask, sent: unknown, accept: string) => Promise<unknown>)(
          ask,
          sent,
          request.headers.accept ?? "",
        );
        return call.image || (exact && deps.production) ? reply : named(route, reply);
      };
      if (keyed) return once(ask, request.headers, { call: call.name, sent }, work);
      return heavy ? lane.run(work) : work();
    };

    app.route({
      method: call.method,
      url: `/api${call.path}`,
      handler: async (request, reply) => {
        const ask = await deps.makeAsk(request, reply, true);
        const said = await answer(request, ask);
        return call.image
          ? sendBytes(request, reply, said as Bytes | Elsewhere)
          : reply.header("cache-control", "no-store").send(said);
      },
    });

    if (!call.cached) continue;
    const answerKept = async (request: FastifyRequest, reply: FastifyReply) => {
      const ask = await deps.makeAsk(request, reply, false);
      if (call.image) return sendBytes(request, reply, (await answer(request, ask)) as Bytes);
      const key = cacheKey(ask.seller.id, request);
      const kept = await deps.cache.get(key, keep, async () => JSON.stringify(await answer(request, ask)));
      // Only addresses that were answered: what is refused is parsed, and refused, each time.
      if (keyOfAddress.size >= mostAddresses) keyOfAddress.clear();
      keyOfAddress.set(request.url, key);
      return sendKept(request, reply, kept);
    };
    app.route({
      method: call.method,
      url: `/cached_api${call.path}`,
      // The same address, letter by letter, has the same answer: no need to read it again while the answer is good.
      handler: (request, reply) => {
        const key = keyOfAddress.get(request.url);
        const kept = key === undefined ? undefined : deps.cache.fresh(key);
        return kept ? sendKept(request, reply, kept) : answerKept(request, reply);
      },
    });
  }
};

const mostAddresses = 2000;

/** Below this an answer goes in a packet or three anyway; a calendar is above it, a hall far above. */
const worthPacking = 16 * 1024;
const packedAnswers = new WeakMap<Kept, Map<Encoding, Promise<Buffer>>>();

/** Packed once, however many ask for it. */
const packed = (kept: Kept, encoding: Exclude<Encoding, "identity">): Promise<Buffer> => {
  const ways = packedAnswers.get(kept) ?? new Map<Encoding, Promise<Buffer>>();
  packedAnswers.set(kept, ways);
  const bytes = ways.get(encoding) ?? packedAs(encoding, kept.body);
  ways.set(encoding, bytes);
  return bytes;
};

const sendKept = (request: FastifyRequest, reply: FastifyReply, kept: Kept): FastifyReply | Promise<FastifyReply> => {
  const { body, etag } = kept;
  reply.headers({
    etag,
    "cache-control": "public, max-age=0, must-revalidate",
    "content-type": "application/json; charset=utf-8",
    vary: "Accept-Encoding",
  });
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  const encoding = body.length < worthPacking ? "identity" : encodingFor(request.headers["accept-encoding"]);
  if (encoding === "identity") return reply.send(body);
  return packed(kept, encoding).then((bytes) => reply.header("content-encoding", encoding).send(bytes));
};

/** Bytes, or word that the browser has them already. Pictures are packed by themselves; drawings are text. */
const sendBytes = async (request: FastifyRequest, reply: FastifyReply, said: Bytes | Elsewhere) => {
  if ("location" in said)
    return reply
      .headers({ "cache-control": "private, no-store", "referrer-policy": "no-referrer" })
      .redirect(said.location, 302);
  const { bytes, type, headers = {} } = said;
  reply.headers(headers);
  if (headers.etag !== undefined && request.headers["if-none-match"] === headers.etag) return reply.code(304).send();
  reply.type(type);
  if (type !== "image/svg+xml") return reply.send(bytes);
  const encoding = encodingFor(request.headers["accept-encoding"]);
  reply.header("vary", [headers.vary, "Accept-Encoding"].filter(Boolean).join(", "));
  return encoding === "identity"
    ? reply.send(bytes)
    : reply.header("content-encoding", encoding).send(await packedAs(encoding, bytes));
};

const cacheKey = (sellerId: string, request: FastifyRequest): string => {
  const [path = "", query = ""] = request.url.split("?", 2);
  const params = new URLSearchParams(query);
  params.sort();
  return `${sellerId} ${path}?${params}`;
};
