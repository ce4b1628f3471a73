import type { FastifyReply, FastifyRequest } from "fastify";
import type { CachedBody } from "./cachedBody.ts";
import { negotiateEncoding } from "./compression.ts";

/** Sends a cached JSON response, or 304 if the browser already has it. */
export const sendCached = (
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedBody,
): FastifyReply | Promise<FastifyReply> => {
  const { bytes, etag } = cached;
  reply.headers({
    etag,
    "cache-control": "public, max-age=0, must-revalidate",
    "content-type": "application/json; charset=utf-8",
    vary: "Accept-Encoding",
  });
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  const encoding = cached.isCompressible ? negotiateEncoding(request.headers["accept-encoding"]) : "identity";
  if (encoding === "identity") return reply.send(bytes);
  return Promise.resolve(cached.encodedAs(encoding)).then((encoded) =>
    reply.header("content-encoding", encoding).send(encoded),
  );
};
