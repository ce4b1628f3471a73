import type { FastifyInstance } from "fastify";
import { Refused } from "../../errors/refused.ts";
import type { SellerHosts } from "./sellerHosts.ts";

type OfficeHostDeps = {
  readonly readHosts: () => Promise<SellerHosts>;
  /** The address of the storefronts. */
  readonly origin: string;
  readonly officeOrigin: string;
};

const isOfficeRoute = (route: string): boolean => route.startsWith("/_office") || route.startsWith("/staff_api/");
/** Routes that load balancers call on every host, and the page's reports of policy violations. */
const sharedRoutes: ReadonlySet<string> = new Set(["/livez", "/readyz", "/healthz"]);

/**
 * Keeps the back office on its own host, and the storefronts off it: sellers' tags run on storefronts, and on the same
 * origin they could call the back office on behalf of a signed-in user. Without a host of its own, the back office
 * shares the storefronts' host, but never a seller's own host, the only place where a production server loads tags.
 */
export const installOfficeHost = (app: FastifyInstance, { readHosts, origin, officeOrigin }: OfficeHostDeps): void => {
  const hasOwnHost = officeOrigin !== origin;
  const officeHost = new URL(officeOrigin).host;
  app.addHook("onRequest", async (request, reply) => {
    const route = request.routeOptions.url ?? "";
    const { host } = request.headers;
    if (!isOfficeRoute(route)) {
      if (!hasOwnHost || host !== officeHost || sharedRoutes.has(route)) return;
      if (route === "/") return reply.header("cache-control", "no-store").redirect("/_office/", 302);
      throw new Refused({ code: "not_found" });
    }
    const isElsewhere = hasOwnHost ? host !== officeHost : (await readHosts()).slugOf(host) !== undefined;
    if (isElsewhere) throw new Refused({ code: "not_found" });
  });
};
