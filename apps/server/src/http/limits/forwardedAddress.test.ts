import { beforeAll, beforeEach, afterAll, describe, expect, test } from "vitest";
import { TestVisitor, responseCode } from "../../../test/accounts/login.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let named: TestApp;
let shop: TestShop;
const proxy = "10.0.0.1";
beforeAll(async () => {
  server = await openTestApp();
  named = await openTestApp({ trustProxy: [proxy] }, server);
});
beforeEach(async () => {
  shop = await createTestShop(server.db);
});
afterAll(async () => {
  await named.close();
  await server.close();
});

/** Looks up a code that does not exist, from a new browser. */
const guess = async (at: TestApp, from: string, headers: Readonly<Record<string, string>> = {}) => {
  const visitor = new TestVisitor(at, shop, { from });
  return responseCode(await visitor.send("GET", `/code/${crypto.randomUUID().slice(0, 8)}`, undefined, headers));
};
const networkRows = () =>
  server.db
    .selectFrom("rate_limit")
    .select(["key", "used"])
    .where("seller_id", "=", shop.seller_id)
    .where("name", "=", "code_lookup_network")
    .execute();
const used = async (): Promise<readonly number[]> => (await networkRows()).map((row) => row.used);
const forged = (nth: number): string => `198.51.${100 + nth}.4`;

describe("an address that a visitor makes up", () => {
  test.each(["x-forwarded-for", "forwarded", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"])(
    "counts for the connection's own network in %s where no proxy is named",
    async (header) => {
      for (let nth = 0; nth < 4; nth++) {
        const value = header === "forwarded" ? `for=${forged(nth)}` : forged(nth);
        expect(await guess(server, "203.0.113.7", { [header]: value })).toBe("code_not_found:code");
      }
      expect(await used()).toEqual([4]);
    },
  );

  test("counts for nothing before the address that the named proxy adds", async () => {
    for (let nth = 0; nth < 4; nth++) await guess(named, proxy, { "x-forwarded-for": `${forged(nth)}, 203.0.113.7` });
    expect(await used()).toEqual([4]);
    await guess(named, proxy, { "x-forwarded-for": "203.0.113.7, 192.0.2.1" });
    expect((await used()).toSorted()).toEqual([1, 4]);
  });

  test("counts for nothing from whoever reaches the server beside the named proxy", async () => {
    for (let nth = 0; nth < 4; nth++) await guess(named, "203.0.113.7", { "x-forwarded-for": forged(nth) });
    expect(await used()).toEqual([4]);
  });
});
