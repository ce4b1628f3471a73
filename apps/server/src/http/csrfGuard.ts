import type { FastifyInstance, FastifyRequest } from "fastify";
import { applicationHeader } from "@foyer/contract/endpoint.ts";
import { officeHeader } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../errors/refused.ts";

const writeMethods = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** GET routes that start a login in this browser: another site must not be able to send a visitor there. */
const sameOriginOnlyRoutes = new Set(["/api/sso/start"]);

/** Names the missing or wrong header, and the value that it needs. */
const refusedHeader = (name: string, expected?: string): Refused =>
  new Refused({ code: "request_refused", extra: { fields: [name], ...(expected !== undefined && { expected }) } });

const isApi = (route: string): boolean => route.startsWith("/api/");
const isOfficeApi = (route: string): boolean => route.startsWith("/staff_api/");

/** The value of the application header that a route's writes need. */
const applicationOf = (route: string): string | undefined => {
  if (isOfficeApi(route)) return officeHeader.value;
  return isApi(route) || route.startsWith("/cached_api/") ? applicationHeader.value : undefined;
};

const refusalOf = (request: FastifyRequest, route: string): Refused | undefined => {
  const site = request.headers["sec-fetch-site"];
  const isOtherSite = site !== undefined && site !== "same-origin" && site !== "none";
  if ((sameOriginOnlyRoutes.has(route) || isOfficeApi(route)) && isOtherSite) return refusedHeader("sec-fetch-site");
  const application = applicationOf(route);
  if (!writeMethods.has(request.method) || application === undefined) return undefined;
  if (request.headers[applicationHeader.name] !== application)
    return refusedHeader(applicationHeader.name, application);
  if (isOtherSite) return refusedHeader("sec-fetch-site");
  const { origin, host } = request.headers;
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)) return refusedHeader("origin");
  const type = request.headers["content-type"];
  if (type !== undefined && !/^application\/json(?:; ?charset=utf-8)?$/i.test(type))
    return new Refused({ code: "unsupported_media_type", extra: { fields: ["content-type"] } });
  return undefined;
};

/**
 * Refuses writes that do not come from our own page. A write needs the application header (a form cannot send it, and
 * another origin cannot without a CORS preflight), a JSON body, and no header that names another origin.
 */
export const installCsrfGuard = (app: FastifyInstance): void => {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-content-type-options", "nosniff");
    // Uses the matched route rather than the URL: "/%61pi/…" matches the same route.
    const route = request.routeOptions.url ?? "";
    if (isApi(route)) reply.header("cache-control", "no-store");
    done(refusalOf(request, route));
  });
  // Only JSON is accepted: without a parser, Fastify refuses a body that is text or has no type.
  app.removeContentTypeParser(["text/plain", "application/json"]);
  const parseJson = app.getDefaultJsonParser("error", "error");
  // Many clients declare a content type without sending a body, especially with DELETE.
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) =>
    body === "" ? done(null) : parseJson(request, String(body), done),
  );
};
