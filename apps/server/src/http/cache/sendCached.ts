import type { FastifyReply, FastifyRequest } from "fastify";
import { compress, negotiateEncoding, type Encoding } from "./compression.ts";
import type { CachedResponse } from "./responseCache.ts";

/** Smaller replies fit into a few packets anyway; a calendar is larger, a seating plan much larger. */
const minCompressedBytes = 16 * 1024;
const compressedBodies = new WeakMap<CachedResponse, Map<Encoding, Promise<Buffer>>>();

/** Compresses each entry once per encoding. */
const compressOnce = (cached: CachedResponse, encoding: Exclude<Encoding, "identity">): Promise<Buffer> => {
  const byEncoding = compressedBodies.get(cached) ?? new Map<Encoding, Promise<Buffer>>();
  compressedBodies.set(cached, byEncoding);
  const bytes = byEncoding.get(encoding) ?? compress(encoding, cached.body);
  byEncoding.set(encoding, bytes);
  return bytes;
};

/** Sends a cached JSON response; 304 where the browser has it already. */
export const sendCached = (
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
