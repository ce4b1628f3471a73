import { BlockList, isIP } from "node:net";
import type { SenderCheck } from "@foyer/contract/office/senderCheck.ts";
import { checkSpf, spfRecords, type SpfResult } from "./spf.ts";
import type { Settings } from "../../../settings.ts";
import type { DnsReader } from "./dnsReader.ts";

/** Checks whether a domain allows the installation's mail server to send for it. */
export type SenderChecker = (domain: string) => Promise<SenderCheck>;

/** Where the installation sends from, and how it signs. */
export type MailSource = {
  /** Names or addresses of the delivering server; empty if none is known. */
  readonly sendsFrom: readonly string[];
  /** Selectors of the keys that it signs with for sellers' domains. */
  readonly dkimSelectors: readonly string[];
};

/** Read from the settings. If they name no servers, the mail server is taken to deliver what it receives itself. */
export const mailSourceOf = ({
  SMTP_URL,
  MAIL_SENDS_FROM,
  MAIL_DKIM_SELECTORS,
}: Pick<Settings, "SMTP_URL" | "MAIL_SENDS_FROM" | "MAIL_DKIM_SELECTORS">): MailSource => ({
  sendsFrom:
    MAIL_SENDS_FROM.length > 0
      ? MAIL_SENDS_FROM
      : SMTP_URL === undefined
        ? []
        : [new URL(SMTP_URL).hostname.replace(/^\[(.*)\]$/, "$1")],
  dkimSelectors: MAIL_DKIM_SELECTORS,
});

/** Milliseconds for all queries about one domain. */
const checkMs = 4000;
/** The number of the installation's addresses that are checked. */
const maxAddresses = 4;

/** A checker that uses this resolver. Whatever has no answer in time is `unknown`. */
export const senderChecker =
  (dns: DnsReader, source: MailSource, limitMs = checkMs): SenderChecker =>
  async (domain) => {
    const clock = deadline(limitMs);
    const answered = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
      Promise.race([work, clock.over.then(() => otherwise)]).catch(() => otherwise);
    try {
      const [records, spf, dkim] = await Promise.all([
        answered(spfRecords(dns, domain), []),
        answered(spfVerdict(dns, domain, source), { spf: "unknown", sends_from: [] } as const),
        answered(dkimVerdict(dns, domain, source), "unknown"),
      ]);
      return {
        domain,
        ...spf,
        sends_from: [...spf.sends_from],
        spf_record: records[0] ?? null,
        dkim,
        dkim_names: source.dkimSelectors.map((selector) => `${selector}._domainkey.${domain}`),
      };
    } finally {
      clock.end();
    }
  };

const deadline = (ms: number): { readonly over: Promise<void>; readonly end: () => void } => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  return { over: promise, end: () => clearTimeout(timer) };
};

const localNetworks = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  localNetworks.addSubnet(network, bits, "ipv4");
localNetworks.addAddress("::1", "ipv6");
localNetworks.addSubnet("fc00::", 7, "ipv6");
localNetworks.addSubnet("fe80::", 10, "ipv6");

const isPublic = (address: string): boolean => !localNetworks.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");

type SpfVerdict = { readonly spf: SenderCheck["spf"]; readonly sends_from: readonly string[] };

const spfVerdict = async (dns: DnsReader, domain: string, { sendsFrom }: MailSource): Promise<SpfVerdict> => {
  const found = await Promise.all(sendsFrom.map(async (one) => (isIP(one) > 0 ? [one] : dns.addresses(one))));
  // An address in the local network is not the one that receivers see.
  const sends_from = [...new Set(found.flat())].filter(isPublic).slice(0, maxAddresses);
  if (sends_from.length === 0) return { spf: "no_server", sends_from };
  const results = await Promise.all(sends_from.map((address) => checkSpf(dns, domain, address)));
  return { spf: verdictOf(results), sends_from };
};

/** The worst result of all addresses, since any of them may deliver. */
const verdictOf = (results: readonly SpfResult[]): SenderCheck["spf"] => {
  if (results.includes("none")) return "missing";
  if (results.includes("invalid")) return "invalid";
  if (results.includes("unread")) return "unknown";
  return results.every((result) => result === "pass") ? "allows" : "forbids";
};

/** Every selector needs a key, since the mail server chooses which one signs. */
const dkimVerdict = async (
  dns: Pick<DnsReader, "texts">,
  domain: string,
  { dkimSelectors }: MailSource,
): Promise<SenderCheck["dkim"]> => {
  if (dkimSelectors.length === 0) return "no_selector";
  const found = await Promise.all(
    dkimSelectors.map(async (selector) => (await dns.texts(`${selector}._domainkey.${domain}`)).some(isKey)),
  );
  return found.every(Boolean) ? "allows" : "missing";
};

/** RFC 6376, 3.6.1: a record with an empty key has been revoked. */
const isKey = (text: string): boolean => /(?:^|;)\s*p=\s*[A-Za-z0-9+/]/.test(text);
