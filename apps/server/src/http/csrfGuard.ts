import type { FastifyInstance } from "fastify";
import { applicationHeader } from "@foyer/contract/endpoint.ts";
import { Refused } from "../errors/refused.ts";

const writeMethods = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Navigations that begin something for this browser: no other site's page sends anybody there (T97). */
const sameOriginOnlyRoutes = new Set(["/api/sso/start"]);

/**
 * A change must come from our own page: the application's header (which no form and no foreign page can send without
 * asking first), a JSON body, and no sign of another origin.
 */
export const installCsrfGuard = (app: FastifyInstance): void => {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-content-type-options", "nosniff");
    // The route that was found, not the address as it was written: "/%61pi/…" finds the same one.
    const route = request.routeOptions.url ?? "";
    if (route.startsWith("/api/")) reply.header("cache-control", "no-store");
    const site = request.headers["sec-fetch-site"];
    if (sameOriginOnlyRoutes.has(route) && site !== undefined && site !== "same-origin" && site !== "none")
      throw new Refused({ code: "request_refused" });
    if (!writeMethods.has(request.method) || !/^\/(?:cached_)?api\//.test(route)) return;
    if (request.headers[applicationHeader.name] !== applicationHeader.value)
      throw new Refused({ code: "request_refused" });
    if (site !== undefined && site !== "same-origin" && site !== "none") throw new Refused({ code: "request_refused" });
    const { origin, host } = request.headers;
    if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host))
      throw new Refused({ code: "request_refused" });
    const type = request.headers["content-type"];
    if (type !== undefined && !/^application\/json(?:; ?charset=utf-8)?$/i.test(type))
      throw new Refused({ code: "unsupported_media_type" });
  });
  // Text bodies are never ours; a body without a type is refused by the parser that is not there.
  app.removeContentTypeParser("text/plain");
};
