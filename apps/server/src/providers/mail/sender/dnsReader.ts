import { Resolver } from "node:dns/promises";

/** Reads DNS records; empty if a name has none. Throws if there is no answer. */
export type DnsReader = {
  readonly texts: (name: string) => Promise<readonly string[]>;
  /** IPv4 and IPv6. */
  readonly addresses: (name: string) => Promise<readonly string[]>;
  /** Names of mail hosts. */
  readonly mailHosts: (name: string) => Promise<readonly string[]>;
};

const queryTimeoutMs = 1500;

/** Queries the system's resolver, without retries. */
export const systemDns = (): DnsReader => {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: 1 });
  return {
    texts: async (name) => (await emptyIfNone(resolver.resolveTxt(name))).map((parts) => parts.join("")),
    addresses: async (name) =>
      (await Promise.all([emptyIfNone(resolver.resolve4(name)), emptyIfNone(resolver.resolve6(name))])).flat(),
    mailHosts: async (name) => (await emptyIfNone(resolver.resolveMx(name))).map(({ exchange }) => exchange),
  };
};

const noRecords: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);

const emptyIfNone = async <T>(answer: Promise<T[]>): Promise<T[]> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && "code" in error && noRecords.has(error.code)) return [];
    throw error;
  }
};
