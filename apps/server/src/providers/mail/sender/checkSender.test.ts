import { describe, expect, test } from "vitest";
import { mailSourceOf, senderChecker } from "./checkSender.ts";
import type { DnsReader } from "./dnsReader.ts";
import { checkSpf } from "./spf.ts";

type Zone = {
  readonly texts?: Readonly<Record<string, readonly string[]>>;
  readonly addresses?: Readonly<Record<string, readonly string[]>>;
  readonly mailHosts?: Readonly<Record<string, readonly string[]>>;
};
/** A resolver that knows these records, and counts its queries. */
const dnsOf = ({ texts = {}, addresses = {}, mailHosts = {} }: Zone) => {
  const asked: string[] = [];
  const answer = (records: Readonly<Record<string, readonly string[]>>) => async (name: string) => {
    asked.push(name);
    return records[name] ?? [];
  };
  const dns: DnsReader = { texts: answer(texts), addresses: answer(addresses), mailHosts: answer(mailHosts) };
  return { dns, asked };
};
const server = "192.0.2.10";
const spf = (
  record: string,
  more: Readonly<Record<string, readonly string[]>> = {},
  rest: Zone = {},
  address = server,
) => checkSpf(dnsOf({ texts: { "zoo.example": [record], ...more }, ...rest }).dns, "zoo.example", address);

describe("a domain’s SPF record", () => {
  test.each([
    ["v=spf1 ip4:192.0.2.10 -all", "pass"],
    ["v=spf1 ip4:192.0.2.0/24 -all", "pass"],
    ["V=SPF1 IP4:192.0.2.0/24 -ALL", "pass"],
    ["v=spf1 ip4:192.0.3.0/24 -all", "fail"],
    ["v=spf1 ip4:192.0.3.0/24 ~all", "softfail"],
    ["v=spf1 ip4:192.0.3.0/24 ?all", "neutral"],
    ["v=spf1 ip4:192.0.3.0/24", "neutral"],
    ["v=spf1", "neutral"],
    ["v=spf1 +all", "pass"],
    ["v=spf1 -ip4:192.0.2.10 +all", "fail"],
    ["v=spf1 ip6:2001:db8::/32 -all", "fail"],
    ["v=spf1 exp=why.zoo.example -all", "fail"],
    // Records that receivers cannot read, and records that are not evaluated here.
    ["v=spf1 ip4:192.0.2.300 -all", "invalid"],
    ["v=spf1 ip4:192.0.2.0/40 -all", "invalid"],
    ["v=spf1 ipv4:192.0.2.10 -all", "invalid"],
    ["v=spf1 include: -all", "invalid"],
    ["v=spf1 exists:%{i}.zoo.example -all", "unread"],
    ["v=spf1 ptr -all", "unread"],
    // Other text records.
    ["v=spf10 +all", "none"],
    ["google-site-verification=abc", "none"],
  ])("%s is %s", async (record, result) => expect(await spf(record)).toBe(result));

  test("refers to others: an include counts if it passes, a redirect replaces the record", async () => {
    const included = (record: string) => spf("v=spf1 include:mail.example -all", { "mail.example": [record] });
    expect(await included("v=spf1 ip4:192.0.2.0/28 -all")).toBe("pass");
    expect(await included("v=spf1 ip4:192.0.9.0/28 -all")).toBe("fail");
    expect(await included("v=spf1 ip4:192.0.9.0/28 ~all")).toBe("fail");
    expect(await spf("v=spf1 include:gone.example -all")).toBe("invalid");
    const redirected = (record: string) => spf("v=spf1 redirect=mail.example", { "mail.example": [record] });
    expect(await redirected("v=spf1 ip4:192.0.2.10 -all")).toBe("pass");
    expect(await redirected("v=spf1 ~all")).toBe("softfail");
    expect(await spf("v=spf1 redirect=gone.example")).toBe("invalid");
  });

  test("names hosts: the domain's own, others, and its mail hosts", async () => {
    const zone = {
      addresses: { "zoo.example": ["192.0.2.9"], "out.example": [server, "2001:db8::1"], "mx.example": [server] },
      mailHosts: { "zoo.example": ["mx.example"] },
    };
    expect(await spf("v=spf1 a -all", {}, zone)).toBe("fail");
    expect(await spf("v=spf1 a/24 -all", {}, zone)).toBe("pass");
    expect(await spf("v=spf1 a:out.example -all", {}, zone)).toBe("pass");
    expect(await spf("v=spf1 a:out.example -all", {}, zone, "2001:db8::1")).toBe("pass");
    expect(await spf("v=spf1 a:out.example/32//48 -all", {}, zone, "2001:db8::2")).toBe("pass");
    expect(await spf("v=spf1 a:out.example/32 -all", {}, zone, "2001:db8::2")).toBe("fail");
    expect(await spf("v=spf1 a:out.example/32x -all", {}, zone)).toBe("invalid");
    expect(await spf("v=spf1 mx -all", {}, zone)).toBe("pass");
  });

  test("is an error if it exists twice, or refers on more than ten times, also in a circle", async () => {
    const twice = dnsOf({ texts: { "zoo.example": ["v=spf1 +all", "v=spf1 -all"] } });
    expect(await checkSpf(twice.dns, "zoo.example", server)).toBe("invalid");
    const circle = dnsOf({ texts: { "zoo.example": ["v=spf1 include:zoo.example -all"] } });
    expect(await checkSpf(circle.dns, "zoo.example", server)).toBe("invalid");
    expect(circle.asked).toHaveLength(11);
  });
});

describe("a sender’s domain", () => {
  const source = { sendsFrom: ["smtp.host.example"], dkimSelectors: ["s1", "s2"] };
  const zone = {
    texts: {
      "zoo.example": ["v=spf1 ip4:192.0.2.10 -all"],
      "s1._domainkey.zoo.example": ["v=DKIM1; k=rsa; p=MIGfMA0"],
      "s2._domainkey.zoo.example": ["v=DKIM1; p=AAAA"],
    },
    addresses: { "smtp.host.example": [server] },
  };

  test("allows the mail server, with a record and every key", async () => {
    expect(await senderChecker(dnsOf(zone).dns, source)("zoo.example")).toEqual({
      domain: "zoo.example",
      spf: "allows",
      dkim: "allows",
      sends_from: [server],
      spf_record: "v=spf1 ip4:192.0.2.10 -all",
      dkim_names: ["s1._domainkey.zoo.example", "s2._domainkey.zoo.example"],
    });
  });

  test("does not, if one of its addresses is missing, a key is missing or revoked, or there is no record", async () => {
    const check = (changed: Zone) => senderChecker(dnsOf({ ...zone, ...changed }).dns, source)("zoo.example");
    expect(await check({ addresses: { "smtp.host.example": [server, "192.0.2.11"] } })).toMatchObject({
      spf: "forbids",
    });
    const { "s2._domainkey.zoo.example": _, ...withoutKey } = zone.texts;
    expect(await check({ texts: withoutKey })).toMatchObject({ dkim: "missing" });
    expect(await check({ texts: { ...zone.texts, "s2._domainkey.zoo.example": ["v=DKIM1; p="] } })).toMatchObject({
      dkim: "missing",
    });
    expect(await check({ texts: {} })).toMatchObject({ spf: "missing", spf_record: null, dkim: "missing" });
  });

  test("cannot be checked if the installation does not say where it sends from, or only names a local address", async () => {
    const check = (sendsFrom: readonly string[]) =>
      senderChecker(dnsOf(zone).dns, { sendsFrom, dkimSelectors: [] })("zoo.example");
    for (const from of [[], ["127.0.0.1"], ["10.1.2.3", "::1"], ["nowhere.example"]])
      expect(await check(from)).toMatchObject({ spf: "no_server", dkim: "no_selector", sends_from: [] });
  });

  test("is unknown if the lookup times out or fails", async () => {
    const never = () => new Promise<never>(() => undefined);
    const silent = senderChecker({ texts: never, addresses: never, mailHosts: never }, source, 20);
    expect(await silent("zoo.example")).toMatchObject({ spf: "unknown", dkim: "unknown", spf_record: null });
    const broken = () => Promise.reject(Object.assign(new Error("refused"), { code: "ESERVFAIL" }));
    const failing = senderChecker({ texts: broken, addresses: broken, mailHosts: broken }, source);
    expect(await failing("zoo.example")).toMatchObject({ spf: "unknown", dkim: "unknown" });
  });
});

test.each([
  [{ SMTP_URL: "smtps://user:pass@smtp.host.example:465" }, ["smtp.host.example"]],
  [{ SMTP_URL: "smtp://[2001:db8::1]:25" }, ["2001:db8::1"]],
  [{ SMTP_URL: "smtp://localhost", MAIL_SENDS_FROM: ["192.0.2.10"] }, ["192.0.2.10"]],
  [{}, []],
])("with %j, e-mails come from %j", (settings, from) =>
  expect(mailSourceOf({ SMTP_URL: undefined, MAIL_SENDS_FROM: [], MAIL_DKIM_SELECTORS: [], ...settings })).toEqual({
    sendsFrom: from,
    dkimSelectors: [],
  }),
);
