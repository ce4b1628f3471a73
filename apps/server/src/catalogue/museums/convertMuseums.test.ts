import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Connections } from "../../db/connections.ts";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { sampledToday } from "../../../../../scripts/sampling.ts";
import { importSources } from "../apply/importCatalogue.ts";
import { convertMuseums, readAndConvertMuseums } from "./convertMuseums.ts";
import { countryOf } from "./countries.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
const lists = join(import.meta.dirname, "../../../../../bench/data");
let connections: Connections;

beforeAll(async () => {
  connections = new Connections((await cloneDatabase()).app);
});
afterAll(() => connections.close());

const museums = [
  {
    name: "The National Gallery",
    lat: 51.5086,
    lon: -0.1283,
    location: "National Gallery, London",
    tags: ["London", "art"],
  },
  { name: "Städtische Galerie im Lenbachhaus", lat: 48.147, lon: 11.563, tags: ["art", "München"] },
  { name: "Moderna Museet", lat: 59.33, lon: 18.08, tags: ["Stockholm"] },
  { name: "Moderna  Museet", lat: 59.33, lon: 18.08 },
  { name: "Museum of the Ocean", lat: 30, lon: -40 },
  { name: "Nowhere" },
];
const exhibition = (more: object) => ({
  title: "Late Raphael",
  begin: "2012-06-12",
  end: "2012-09-16",
  location: "National Gallery, London",
  ...more,
});
const convert = (exhibitions: readonly unknown[], shiftYears?: number) =>
  convertMuseums({ museums, exhibitions, file: "museums.json" }, { now, shiftYears });
const eventsOf = ({ sources }: ReturnType<typeof convert>) =>
  sources.flatMap(({ catalogue }) =>
    (catalogue.events ?? []).map((event) => ({ slug: catalogue.seller.slug, ...event })),
  );

test.each([
  ["an end before the begin", exhibition({ end: "2011-09-16" }), "ends before it begins: 2012-06-12 to 2011-09-16"],
  ["a slip in the year", exhibition({ end: "2102-09-16" }), "lasts more than three years: 2012-06-12 to 2102-09-16"],
  ["a year of history", exhibition({ begin: "1874-04-15", end: "1874-05-15" }), "is before 2000: 1874-04-15"],
  ["no date", exhibition({ begin: "spring" }), "begin is not a date: 'spring'"],
  ["no day", exhibition({ end: "2012-02-30" }), "end is not a day in the calendar: '2012-02-30'"],
  [
    "no such museum",
    exhibition({ location: "Museum of Elsewhere" }),
    "names a museum that is not in the list: Museum of Elsewhere",
  ],
  [
    "a namesake elsewhere",
    exhibition({ location: "National Gallery, Dublin" }),
    "names a museum that is not in the list: National Gallery, Dublin",
  ],
  [
    "a branch elsewhere",
    exhibition({ location: "Moderna Museet, Malmö" }),
    "names a museum that is not in the list: Moderna Museet, Malmö",
  ],
  ["not a row", { title: 5 }, "needs a title, a begin, an end and a location"],
])("skips a row with %s and gives the reason", (_, row, reason) => {
  const { skipped, counts } = convert([exhibition({}), row]);
  expect(skipped.filter(({ row: name }) => name === "exhibition 2").map((line) => line.reason)).toEqual([reason]);
  expect(counts[1]).toBe("2 exhibitions: 1 become events, 1 left out");
});

test("skips museums that are listed twice or have no known location, and gives the reason", () => {
  const { skipped, counts } = convert([]);
  expect(skipped.map(({ row, reason }) => `${row}: ${reason}`)).toEqual([
    "museum 4: is listed twice",
    "museum 5: is at 30, -40, far from every known town",
    "museum 6: has no location",
  ]);
  expect(counts[0]).toBe("6 museums: 3 become sellers, 3 left out");
});

test("imports a repeated exhibition once, and gives a repeated title a key of its own", () => {
  const converted = convert([
    exhibition({}),
    exhibition({ title: "Late  Raphael" }),
    exhibition({ begin: "2014-06-12", end: "2014-09-16" }),
  ]);
  expect(converted.skipped.at(-1)?.reason).toBe("is listed twice");
  expect(eventsOf(converted).map(({ key }) => key)).toEqual(["late-raphael", "late-raphael-2"]);
});

test.each([
  ["the year ahead", {}, undefined, "2027-06-12", "2027-09-16"],
  ["this year, where the end still lies ahead", { end: "2012-12-16" }, undefined, "2026-06-12", "2026-12-16"],
  ["over New Year", { begin: "2012-10-12", end: "2013-01-16" }, undefined, "2026-10-12", "2027-01-16"],
  ["by so many years", {}, 10, "2022-06-12", "2022-09-16"],
  ["blanks around a date", { begin: "2012-06-12 " }, undefined, "2027-06-12", "2027-09-16"],
])("keeps the days of the year: %s", (_, row, shiftYears, from, until) => {
  expect(eventsOf(convert([exhibition(row)], shiftYears))[0]?.schedules?.[0]).toMatchObject({ from, until });
});

test("finds names in spite of accents, articles and towns", () => {
  const found = [
    "The National Gallery",
    "national gallery, London",
    "Lenbachhaus, München",
    "Moderna Museet, Stockholm",
  ].map((location) => eventsOf(convert([exhibition({ location })]))[0]?.slug);
  expect(found).toEqual([
    "national-gallery",
    "national-gallery",
    "stadtische-galerie-im-lenbachhaus",
    "moderna-museet",
  ]);
});

test.each([
  ["Basel", 47.559, 7.594, "CH"],
  ["Riehen by Basel", 47.588, 7.65, "CH"],
  ["Weil am Rhein, across the border", 47.603, 7.622, "DE"],
  ["Colmar", 48.08, 7.36, "FR"],
  ["Roubaix", 50.69, 3.17, "FR"],
  ["Humlebæk", 55.97, 12.54, "DK"],
  ["the Hermitage", 59.94, 30.31, "RU"],
  ["the Atlantic", 45, -30, undefined],
])("the country of %s", (_, lat, lon, country) => expect(countryOf(lat, lon)).toBe(country));

test("the whole lists are converted, and every skipped row is reported", async () => {
  const converted = await readAndConvertMuseums([lists], { now });
  const events = countEvents(converted.sources);
  const out = converted.skipped.filter(({ row }) => row.startsWith("exhibition"));
  expect(events + out.length).toBe(1348);
  expect(new Set(out.map(({ row }) => row)).size).toBe(out.length);
  expect(converted.sources.length + converted.skipped.filter(({ row }) => row.startsWith("museum")).length).toBe(181);
  expect(events).toBeGreaterThan(800);
});

test("a converted list is imported whole, and a second time changes nothing", async () => {
  const { sources } = await readAndConvertMuseums([lists], { now });
  const sampled = sampledToday(sources, 40);
  const importAll = () => importSources(connections, { sources: sampled, problems: [] }, { now });
  const reports = await importAll();
  expect(reports).toHaveLength(sampled.length);
  const lines = reports.flatMap((report) => report.lines).filter(({ noun }) => noun.startsWith("event"));
  expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(countEvents(sampled));
  expect((await importAll()).every(({ isUnchanged }) => isUnchanged)).toBe(true);
}, 240_000);

const countEvents = (sources: Awaited<ReturnType<typeof readAndConvertMuseums>>["sources"]): number =>
  sources.reduce((sum, { catalogue }) => sum + (catalogue.events?.length ?? 0), 0);
