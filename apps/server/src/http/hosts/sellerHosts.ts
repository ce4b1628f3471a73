import type { Database } from "../../db/connections.ts";
import { listSellerHosts } from "./sellerHosts.sql.ts";

/** Sellers with a host of their own, by host name and by slug. */
export type SellerHosts = {
  readonly slugOf: (host: string | undefined) => string | undefined;
  readonly hasHost: (slug: string) => boolean;
};

/** The name in a Host header, without the port, in lower case, and without the trailing dot of an absolute name. */
const hostName = (host: string): string => host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");

const toSellerHosts = (rows: readonly { readonly slug: string; readonly host: string }[]): SellerHosts => {
  const slugs = new Map(rows.map(({ slug, host }) => [host, slug]));
  const hosted = new Set(slugs.values());
  return {
    slugOf: (host) => (host === undefined ? undefined : slugs.get(hostName(host))),
    hasHost: (slug) => hosted.has(slug),
  };
};

/**
 * Reads which sellers have a host of their own, and caches them for `seconds`. While the database does not answer, the
 * last result stays: a seller's host never turns into a shared one.
 */
export const sellerHostsReader = (acrossSellers: Database, seconds = 2): (() => Promise<SellerHosts>) => {
  let last: SellerHosts | undefined;
  let cached: { readonly hosts: Promise<SellerHosts>; readonly until: number } | undefined;
  const read = async (): Promise<SellerHosts> => {
    try {
      return (last = toSellerHosts(await listSellerHosts(acrossSellers)));
    } catch (error) {
      if (last) return last;
      cached = undefined;
      throw error;
    }
  };
  return () => {
    if (cached && cached.until > performance.now()) return cached.hosts;
    cached = { hosts: read(), until: performance.now() + seconds * 1000 };
    return cached.hosts;
  };
};
