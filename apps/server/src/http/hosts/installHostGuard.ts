import type { FastifyInstance } from "fastify";
import { Refused } from "../../errors/refused.ts";
import { originOf } from "../../providers/sellerOrigin.ts";
import { requestedSlug } from "./requestedSlug.ts";
import type { SellerHosts } from "./sellerHosts.ts";

type HostGuardDeps = {
  readonly readHosts: () => Promise<SellerHosts>;
  readonly origin: string;
  readonly findSeller: (slug: string) => Promise<{ readonly host?: string | undefined } | undefined>;
};

/**
 * Keeps sellers apart whose pages have hosts of their own: on such a host every other seller does not exist, and a
 * visitor's session of its seller begins and works nowhere else. Replies that are the same for everybody (/cached_api)
 * may be read at the address that all sellers share; so do the calls of wallets, whose passes keep the address that they
 * were made with. Pages are decided in page/pages.ts; webhooks know no visitor.
 */
export const installHostGuard = (app: FastifyInstance, { readHosts, origin, findSeller }: HostGuardDeps): void => {
  app.addHook("onRequest", async (request, reply) => {
    const route = request.routeOptions.url ?? "";
    const isCached = route.startsWith("/cached_api/");
    const isForDevelopers = route.startsWith("/_dev/");
    const isForWallets = route.startsWith("/_wallet/");
    if (!isCached && !isForDevelopers && !isForWallets && !route.startsWith("/api/")) return;
    const hosts = await readHosts();
    const owner = hosts.slugOf(request.headers.host);
    const slug = requestedSlug(request);
    if (owner !== undefined && (isForDevelopers || (slug !== undefined && slug !== owner)))
      throw new Refused({ code: "not_found" });
    if (owner !== undefined || isCached || isForWallets || slug === undefined || !hosts.hasHost(slug)) return;
    // A link of an e-mail or a wallet that was made before the seller had a host.
    const seller =
      request.routeOptions.config.isLink === true && request.method === "GET" ? await findSeller(slug) : undefined;
    if (seller?.host === undefined) throw new Refused({ code: "not_found" });
    const { pathname, search } = new URL(request.url, origin);
    return reply.header("cache-control", "no-store").redirect(`${originOf(origin, seller)}${pathname}${search}`, 302);
  });
};
