import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestApp, testProviders, type TestApp } from "../../../test/app/testApp.ts";
import { openEditing, refusal, type Manager } from "../../../test/office/catalogueShop.ts";
import { senderChecker } from "../../providers/mail/sender/checkSender.ts";

const records: Readonly<Record<string, readonly string[]>> = {
  "zoo.example": ["v=spf1 ip4:192.0.2.10 -all"],
  "s1._domainkey.zoo.example": ["v=DKIM1; p=MIGfMA0"],
};
let server: TestApp;
let manager: Manager;
const asked: string[] = [];
beforeAll(async () => {
  const base = await openTestApp();
  const texts = async (name: string) => {
    asked.push(name);
    return records[name] ?? [];
  };
  const checkSender = senderChecker(
    { texts, addresses: async () => [], mailHosts: async () => [] },
    { sendsFrom: ["192.0.2.10"], dkimSelectors: ["s1"] },
  );
  server = await openTestApp({ providers: { ...testProviders(base.connections), checkSender } }, base);
  return () => base.close();
});
beforeEach(async () => {
  ({ manager } = await openEditing(server));
});
afterAll(() => server.close());

const check = (address: string) => manager.post("/emails/sender/check", { address });

test("only the sender's domain is looked up, in lower case", async () => {
  expect((await check("Tickets@Zoo.Example")).body).toMatchObject({
    domain: "zoo.example",
    spf: "allows",
    dkim: "allows",
  });
  expect((await check("tickets@other.example")).body).toMatchObject({ spf: "missing", dkim: "missing" });
  expect(new Set(asked)).toEqual(
    new Set(["zoo.example", "s1._domainkey.zoo.example", "other.example", "s1._domainkey.other.example"]),
  );
});

test("text that is not an address is refused, and so are too many checks", async () => {
  expect(refusal(await check("tickets@zoo.example, x@y.example"))).toMatchObject({
    status: 422,
    _code: "validation_failed",
  });
  const before = asked.length;
  const statuses: number[] = [];
  for (let n = 0; n < 31; n++) statuses.push((await check("tickets@zoo.example")).status);
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(asked.length).toBe(before + 30 * 3);
});
