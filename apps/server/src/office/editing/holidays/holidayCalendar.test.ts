import { expect, test } from "vitest";
import { countryOfZone, holidayCountries, holidaysOf } from "./holidayCalendar.ts";

type Place = { readonly country: string; readonly region?: string; readonly year: number; readonly language?: string };
const listOf = async ({ language = "en", ...place }: Place) => (await holidaysOf({ ...place, language })) ?? [];
const on = (name: string, from: string, until = from, kind = "public") => ({ from, until, name, kind });

test.each<[string, Place, ReturnType<typeof on>]>([
  ["the fourth Thursday", { country: "US", year: 2027 }, on("Thanksgiving Day", "2027-11-25")],
  ["a year later", { country: "US", year: 2028 }, on("Thanksgiving Day", "2028-11-23")],
  ["a fixed day", { country: "NZ", year: 2027 }, on("Waitangi Day", "2027-02-06")],
  ["the Monday for a Saturday", { country: "NZ", year: 2027 }, on("Waitangi Day (substitute day)", "2027-02-08")],
  ["a day of one region", { country: "NZ", region: "AUK", year: 2027 }, on("Provincial anniversary day", "2027-02-01")],
  ["two days before Easter", { country: "GB", year: 2027 }, on("Good Friday", "2027-03-26")],
  ["Easter of another year", { country: "GB", year: 2028 }, on("Good Friday", "2028-04-14")],
  ["England", { country: "GB", region: "ENG", year: 2027 }, on("Summer bank holiday", "2027-08-30")],
  [
    "Scotland has another Monday",
    { country: "GB", region: "SCT", year: 2027 },
    on("Summer bank holiday", "2027-08-02"),
  ],
  ["the language of the country", { country: "DE", year: 2027, language: "de" }, on("Ostermontag", "2027-03-29")],
  ["a language that is not known", { country: "DE", year: 2027, language: "mi" }, on("Ostermontag", "2027-03-29")],
  ["a day of banks", { country: "DE", year: 2027 }, on("Christmas Eve", "2027-12-24", "2027-12-24", "bank")],
  [
    "several days that begin at a sunset and end at noon",
    { country: "TR", year: 2027 },
    on("Feast of the Sacrifice (Eid al-Adha)", "2027-05-16", "2027-05-19"),
  ],
])("%s", async (_, place, holiday) => expect(await listOf(place)).toContainEqual(holiday));

test("a region of Germany has holidays that another lacks", async () => {
  const daysIn = async (region: string) =>
    (await listOf({ country: "DE", region, year: 2027 }))
      .filter(({ kind }) => kind === "public")
      .map(({ from }) => from);
  const [bavaria, berlin] = [await daysIn("BY"), await daysIn("BE")];
  expect(bavaria.filter((day) => !berlin.includes(day))).toEqual(["2027-01-06", "2027-05-27", "2027-11-01"]);
  expect(berlin.filter((day) => !bavaria.includes(day))).toEqual(["2027-03-08"]);
});

test("a list is sorted, has each day once, and contains neither observances nor school holidays", async () => {
  const list = await listOf({ country: "US", year: 2027 });
  const days = list.map(({ from }) => from);
  expect(days).toEqual([...new Set(days)].toSorted());
  expect(list.map(({ name }) => name)).not.toContain("Halloween");
  expect(new Set(list.map(({ kind }) => kind))).toEqual(new Set(["public"]));
});

test.each<[string, Place]>([
  ["a country that does not exist", { country: "XX", year: 2027 }],
  ["a name of every object", { country: "constructor", year: 2027 }],
  ["a region of another country", { country: "DE", region: "SCT", year: 2027 }],
  ["a region where there is none", { country: "JP", region: "BY", year: 2027 }],
])("%s is not known", async (_, place) => expect(await holidaysOf({ language: "en", ...place })).toBeUndefined());

test("countries come with their regions, and every one has holidays", async () => {
  const countries = await holidayCountries("en");
  expect(countries.find(({ code }) => code === "GB")?.regions).toContainEqual({ code: "SCT", name: "Scotland" });
  expect(countries.find(({ code }) => code === "JP")?.regions).toEqual([]);
  for (const { code, regions } of countries) {
    expect(code).toMatch(/^[A-Z]{2}$/);
    for (const region of regions) expect(region.code).toMatch(/^[A-Za-z0-9]{1,16}$/);
    expect((await listOf({ country: code, year: 2027 })).length, code).toBeGreaterThan(0);
  }
});

test.each([
  ["Pacific/Auckland", "NZ"],
  ["America/New_York", "US"],
  ["Europe/London", "GB"],
  ["Europe/Zurich", "CH"],
  ["UTC", undefined],
  ["Nowhere/Land", undefined],
])("the country of %s is %s", async (zone, country) => expect(await countryOfZone(zone)).toBe(country));
