import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { addressLookupRegistry } from "../../../providers/addresses/addressLookupRegistry.ts";
import { loqateKey, openLoqateDouble, type LoqateDouble } from "../../../../test/addresses/loqateDouble.ts";
import { gatewayFinder } from "../../../providers/payments/gatewayRegistry.ts";
import { openTestApp, type TestResponse, type TestApp } from "../../../../test/app/testApp.ts";
import { keylessProviders } from "../../../../test/app/testProviders.ts";

let base: TestApp;
let server: TestApp;
let loqate: LoqateDouble;
let keys: Record<string, string> | undefined;
let shop: TestShop;
const logged: Record<string, unknown>[] = [];

beforeAll(async () => {
  loqate = await openLoqateDouble();
  base = await openTestApp();
  server = await openTestApp(
    {
      providers: {
        ...keylessProviders,
        findAddressLookup: addressLookupRegistry(async () => keys, { baseUrl: loqate.baseUrl, timeoutMs: 300 }),
        sign: (text) => text,
        findGateway: gatewayFinder({ databaseOf: (id) => base.connections.forSeller(id) }, { test: true }),
        mail: undefined,
        origin: "http://localhost",
      },
      logger: { level: "warn", stream: { write: (line: string) => void logged.push(JSON.parse(line)) } },
    },
    base,
  );
});
afterAll(async () => {
  await server.close();
  await base.close();
  await loqate.close();
});
beforeEach(() => {
  loqate.mode = "well";
  loqate.requests.length = 0;
  logged.length = 0;
  keys = { key: loqateKey };
});

const shopWith = async (configuration: object) => {
  shop = await createTestShop(server.db, { seller: { configuration: JSON.stringify(configuration) } });
};
const callAddressApi = (path: string, remoteAddress = "127.0.0.1"): Promise<TestResponse> =>
  server.get(shop.slug, `/api/address/${path}`, { remoteAddress });
const rows = ({ body }: TestResponse): Record<string, string>[] => body.address._data;

describe("the offline lookup", () => {
  beforeEach(() => shopWith({ address_lookup: { provider: "offline" } }));

  test("finds addresses by the beginnings of words, in the requested country", async () => {
    const found = await callAddressApi("find?text=tate+mod&country=gb");
    expect(rows(found)).toEqual([
      { Id: expect.any(String), Type: "Address", Text: "Tate Modern", Description: "Bankside, London, SE1 9TG" },
    ]);
    expect(rows(await callAddressApi("find?text=tate+mod&country=us"))).toEqual([]);
    expect(rows(await callAddressApi("find?text=montreal&country=CA"))).toHaveLength(1);
    const whole = await callAddressApi(`retrieve?id=${rows(found)[0]?.Id}&country=gb`);
    expect(rows(whole)).toEqual([
      {
        Line1: "Tate Modern",
        Line2: "Bankside",
        Line3: "",
        Line4: "",
        Line5: "",
        City: "London",
        Province: "",
        PostalCode: "SE1 9TG",
        CountryIso2: "GB",
      },
    ]);
  });
  test("returns a street as a container, and its addresses inside", async () => {
    const [street, ...others] = rows(await callAddressApi("find?text=foxglove&country=gb"));
    expect([street?.Type, others.length]).toEqual(["Container", 0]);
    const inside = rows(await callAddressApi(`find?container=${encodeURIComponent(street?.Id ?? "")}&country=gb`));
    expect(inside.map(({ Type }) => Type)).toEqual(Array.from({ length: 8 }, () => "Address"));
  });
  test.each(["find?text=tat&country=gb", "find?text=++t++++&country=gb", "find?country=gb"])(
    "refuses fewer than four characters: %s",
    async (path) => expect((await callAddressApi(path)).status).toBe(400),
  );
  test("returns nothing for an unknown id", async () =>
    expect(rows(await callAddressApi("retrieve?id=offline-999&country=gb"))).toEqual([]));
  test("the offline lookup is refused for an unsupported country", async () => {
    const response = await callAddressApi("find?text=louvre&country=fr");
    expect([response.status, response.body._data[0]._code]).toEqual([502, "address_lookup_failed"]);
  });
});

test("refuses lookups for a seller without a provider", async () => {
  await shopWith({});
  expect((await callAddressApi("find?text=tate+mod&country=gb")).status).toBe(502);
});

describe("Loqate", () => {
  beforeEach(() => shopWith({ address_lookup: { provider: "loqate" } }));

  test("Loqate is called by its protocol, and the key stays on the server", async () => {
    const street = await callAddressApi("find?text=kelp+street&country=gb");
    const inside = await callAddressApi(`find?container=${encodeURIComponent(rows(street)[0]?.Id ?? "")}&country=gb`);
    const whole = await callAddressApi(`retrieve?id=${encodeURIComponent(rows(inside)[0]?.Id ?? "")}&country=gb`);
    expect(rows(street)).toEqual([
      {
        Id: "GB|RM|ENG|KELP",
        Type: "Container",
        Text: "<b>Kelp</b> Street",
        Description: "Harbourtown - 2 Addresses",
      },
    ]);
    expect(rows(inside).map(({ Type, Text }) => `${Type} ${Text}`)).toEqual([
      "Address 1 Kelp Street",
      "Address 2 Kelp Street",
    ]);
    expect(rows(whole)[0]).toMatchObject({ Line1: "1 Kelp Street", PostalCode: "HT1 1AA", CountryIso2: "GB" });
    expect(loqate.requests.map(({ pathname }) => pathname)).toEqual([
      "/Capture/Interactive/Find/v1.10/json6.ws",
      "/Capture/Interactive/Find/v1.10/json6.ws",
      "/Capture/Interactive/Retrieve/v1.30/json6.ws",
    ]);
    expect(loqate.requests[0]?.searchParams.get("Countries")).toBe("GBR");
    expect(loqate.requests[1]?.searchParams.get("Container")).toBe("GB|RM|ENG|KELP");
    expect(JSON.stringify([street, inside, whole])).not.toContain(loqateKey);
  });
  test("Loqate is called in the version that the seller configured", async () => {
    keys = { key: loqateKey, find_version: "v1.20" };
    await callAddressApi("find?text=kelp+street&country=gb");
    expect(loqate.requests[0]?.pathname).toBe("/Capture/Interactive/Find/v1.20/json6.ws");
  });

  test.each([
    ["off", "no connection"],
    ["slow", "timeout"],
    ["garbage", "an unreadable answer"],
    ["html", "status 503"],
    ["error", "error 2"],
  ] as const)("refuses and logs the failure: %s", async (mode, reason) => {
    loqate.mode = mode;
    for (const path of ["find?text=kelp+street&country=gb", "retrieve?id=GB%7CRM%7CA%7C1&country=gb"]) {
      logged.length = 0;
      const response = await callAddressApi(path);
      expect([response.status, response.body._data[0]._code, response.body._data[0]._extra.reason]).toEqual([
        502,
        "address_lookup_failed",
        reason,
      ]);
      expect(logged).toMatchObject([{ event: "address_lookup_failed", reason }]);
      expect(JSON.stringify([response, logged])).not.toContain(loqateKey);
    }
  });
  test("Loqate is not called without a key", async () => {
    keys = undefined;
    const response = await callAddressApi("find?text=kelp+street&country=gb");
    expect(response.body._data[0]._extra.reason).toBe("No Loqate API Key");
    expect(logged).toMatchObject([{ reason: "No Loqate API Key" }]);
    expect(loqate.requests).toEqual([]);
  });
  test("Loqate is limited for one network", async () => {
    const statuses = new Set<number>();
    for (let time = 0; time < 401; time++)
      statuses.add((await callAddressApi("find?text=kelp+street&country=gb", "203.0.113.7")).status);
    expect([...statuses]).toEqual([200, 429]);
    expect(loqate.requests).toHaveLength(400);
  });
});

test.each([
  ["us", 62, { code: "AL", name: "Alabama" }],
  ["CA", 13, { code: "AB", name: "Alberta" }],
  ["au", 9, { code: "ACT", name: "Australian Capital Territory" }],
  ["ae", 7, { code: "AZ", name: "Abu Dhabi" }],
  ["gb", 0, undefined],
  ["nz", 0, undefined],
])("the list for %s has %d states", async (country, count, first) => {
  await shopWith({});
  const { body } = await server.get(shop.slug, `/cached_api/address/states?country=${country}`);
  expect(body.state._data).toHaveLength(count);
  expect(body.state._data[0]).toEqual(first);
});
