import { BlockList, isIP } from "node:net";
import type { DnsReader } from "./dnsReader.ts";

/**
 * The result of a domain's SPF record for an address (RFC 7208): `invalid` for a record that receivers treat as an
 * error, `unread` for one with a part that is not evaluated here (macros, `exists`, `ptr`).
 */
export type SpfResult = "pass" | "fail" | "softfail" | "neutral" | "none" | "invalid" | "unread";

/** RFC 7208, 4.6.4: the limit of all terms that cause queries, and of the hosts of one `mx`. */
const maxLookups = 10;
const maxMailHosts = 10;

const results = { "+": "pass", "-": "fail", "~": "softfail", "?": "neutral" } as const;

/** Ends the evaluation, whichever record is being evaluated. */
class SpfEnd extends Error {
  readonly result: "invalid" | "unread";
  constructor(result: "invalid" | "unread") {
    super(result);
    this.result = result;
  }
}

/** The SPF records of a domain; more than one is an error. */
export const spfRecords = async (dns: Pick<DnsReader, "texts">, domain: string): Promise<readonly string[]> =>
  (await dns.texts(domain)).filter((text) => /^v=spf1(?: |$)/i.test(text));

/**
 * Evaluates a domain's record for an address. At most ten terms may refer to other records. Throws if there is no
 * answer.
 */
export const checkSpf = async (dns: DnsReader, domain: string, address: string): Promise<SpfResult> => {
  let lookups = 0;
  const lookUp = (): void => {
    lookups += 1;
    if (lookups > maxLookups) throw new SpfEnd("invalid");
  };

  const checkDomain = async (name: string): Promise<SpfResult> => {
    const [record, second] = await spfRecords(dns, name);
    if (record === undefined) return "none";
    if (second !== undefined) throw new SpfEnd("invalid");
    const terms = record.trim().split(/ +/).slice(1);
    for (const term of terms) {
      if (/^[a-z][a-z0-9._-]*=/i.test(term)) continue;
      const found = /^([+?~-]?)([a-z0-9]+)((?:[:/].*)?)$/i.exec(term);
      if (!found) throw new SpfEnd("invalid");
      const [, qualifier = "", mechanism = "", rest = ""] = found;
      if (await matches(name, mechanism.toLowerCase(), rest))
        return results[(qualifier || "+") as keyof typeof results];
    }
    const redirect = terms.find((term) => /^redirect=/i.test(term))?.slice("redirect=".length);
    if (redirect === undefined) return "neutral";
    if (redirect.includes("%")) throw new SpfEnd("unread");
    lookUp();
    const result = await checkDomain(redirect);
    if (result === "none") throw new SpfEnd("invalid");
    return result;
  };

  /** `rest` is what follows the mechanism's name, such as ':example.org/24'. */
  const matches = async (name: string, mechanism: string, rest: string): Promise<boolean> => {
    if (rest.includes("%")) throw new SpfEnd("unread");
    if (mechanism === "all") return true;
    if (mechanism === "ip4" || mechanism === "ip6") return isWithin(address, rest.slice(1));
    if (!["a", "mx", "include"].includes(mechanism))
      throw new SpfEnd(mechanism === "exists" || mechanism === "ptr" ? "unread" : "invalid");
    lookUp();
    const parts = /^:?([^/]*)(?:\/(\d{1,2}))?(?:\/\/(\d{1,3}))?$/.exec(rest);
    if (!parts) throw new SpfEnd("invalid");
    const [, target = "", length4, length6] = parts;
    const host = target === "" ? name : target;
    if (mechanism === "include") {
      if (target === "") throw new SpfEnd("invalid");
      const result = await checkDomain(host);
      if (result === "none") throw new SpfEnd("invalid");
      return result === "pass";
    }
    const hosts = mechanism === "a" ? [host] : (await dns.mailHosts(host)).slice(0, maxMailHosts);
    const length = isIP(address) === 4 ? length4 : length6;
    for (const one of hosts)
      for (const found of await dns.addresses(one))
        if (isIP(found) === isIP(address) && isWithin(address, length === undefined ? found : `${found}/${length}`))
          return true;
    return false;
  };

  try {
    return await checkDomain(domain);
  } catch (error) {
    if (error instanceof SpfEnd) return error.result;
    throw error;
  }
};

/** Whether an address is in a network such as '192.0.2.0/24'. An invalid network is an error of the record. */
const isWithin = (address: string, network: string): boolean => {
  const [base = "", length] = network.split("/");
  const family = isIP(base);
  const bits = length === undefined ? (family === 4 ? 32 : 128) : Number(length);
  if (family === 0 || !Number.isInteger(bits) || bits < 0 || bits > (family === 4 ? 32 : 128))
    throw new SpfEnd("invalid");
  if (family !== isIP(address)) return false;
  const type = family === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(base, bits, type);
  return list.check(address, type);
};
