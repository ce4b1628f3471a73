import { afterAll, beforeAll, expect, test } from "vitest";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { openEditing, quayCatalogue, refusal, type Manager } from "../../../../test/office/catalogueShop.ts";
import { signedIn } from "../../../../test/office/testStaff.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";

let server: TestApp;
let manager: Manager;
let shop: TestShop;
let year: number;
beforeAll(async () => {
  server = await openTestApp();
  ({ manager, shop } = await openEditing(server, (slug) =>
    quayCatalogue(slug).replace("currency: USD", "currency: USD, locale: en-CA"),
  ));
  year = Number(todayAt(Temporal.Now.instant(), shop.timezone).slice(0, 4));
});
afterAll(() => server.close());

test("places are listed with the years and the country of the venue's time zone, or else of the seller's locale", async () => {
  const { status, body } = await manager.get("/catalogue/holidays/places");
  expect([status, body.suggested, body.years]).toEqual([200, "US", [year, year + 1, year + 2]]);
  expect(body.countries.length).toBeGreaterThan(150);
  const suggestedBy = async (timezone: string) =>
    (await manager.get(`/catalogue/holidays/places?timezone=${encodeURIComponent(timezone)}`)).body.suggested;
  expect(await suggestedBy("Europe/London")).toBe("GB");
  // A draft's time zone may be invalid: the country is then that of the seller's locale.
  expect(await suggestedBy("Nowhere/Land")).toBe("CA");
});

test("holidays are those of the requested year", async () => {
  const daysOf = async (of: number) => {
    const { status, body } = await manager.get(`/catalogue/holidays?country=GB&region=ENG&year=${of}`);
    expect(status).toBe(200);
    return body.holidays as { readonly from: string; readonly name: string }[];
  };
  for (const of of [year, year + 1, year + 2]) {
    const list = await daysOf(of);
    expect(list).toContainEqual({ from: `${of}-12-25`, until: `${of}-12-25`, name: "Christmas Day", kind: "public" });
    const friday = list.find(({ name }) => name === "Good Friday")?.from ?? "";
    expect([friday.slice(0, 4), new Date(`${friday}T00:00:00Z`).getUTCDay()]).toEqual([String(of), 5]);
  }
});

test.each([
  ["a country that is not known", () => `country=XX&year=${year}`, "country"],
  ["a region that is not known", () => `country=DE&region=SCT&year=${year}`, "region"],
  ["a year that is over", () => `country=DE&year=${year - 1}`, "year"],
  ["a year too far ahead", () => `country=DE&year=${year + 3}`, "year"],
])("%s is refused", async (_, query, field) => {
  expect(refusal(await manager.get(`/catalogue/holidays?${query()}`))).toMatchObject({
    status: 422,
    _code: "validation_failed",
    _extra: { fields: [field] },
  });
});

test.each([
  "country=de&year=2027",
  "country=DEU&year=2027",
  "country=DE",
  "country=DE&year=27",
  "country=DE&year=2027&x=1",
])("%s is not a valid request", async (query) =>
  expect((await manager.get(`/catalogue/holidays?${query}`)).status).toBe(400),
);

test("only who may edit the catalogue reads them", async () => {
  for (const role of ["reporter", "finance", "box_office"] as const) {
    const reader = await signedIn(server, shop, [role]);
    for (const path of ["/catalogue/holidays/places", `/catalogue/holidays?country=DE&year=${year}`])
      expect(refusal(await reader.get(path))).toMatchObject({ status: 403, _code: "access_denied" });
  }
});
