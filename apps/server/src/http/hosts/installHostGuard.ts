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
 * Isolates sellers with hosts of their own. On such a host all other sellers are unknown, and a visitor's session of its
 * seller starts and works only there. Replies that are the same for everyone (/cached_api) may also be read at the
 * shared address, and wallets may call it, since passes keep the address that they were created with. Pages are handled
 * in page/pages.ts; webhooks have no visitor.
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
    // A link in an e-mail or a wallet from before the seller had a host.
    const seller =
      request.routeOptions.config.isLink === true && request.method === "GET" ? await findSeller(slug) : undefined;
    if (seller?.host === undefined) throw new Refused({ code: "not_found" });
    const { pathname, search } = new URL(request.url, origin);
    return reply.header("cache-control", "no-store").redirect(`${originOf(origin, seller)}${pathname}${search}`, 302);
  });
};
