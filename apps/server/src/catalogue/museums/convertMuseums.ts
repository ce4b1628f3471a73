import { dirname } from "node:path";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { Catalogue, type CatalogueInput } from "../format/catalogue.ts";
import type { CatalogueSource } from "../format/readCatalogue.ts";
import { museumFinder, normalizeMuseumName } from "./museumFinder.ts";
import { Exhibition, Museum, readMuseumLists, type MuseumLists } from "./museumLists.ts";
import { museumCountries, countryOf, pricesByCurrency } from "./countries.ts";

export type SkippedRow = { readonly row: string; readonly name: string; readonly reason: string };
export type ConvertedMuseums = {
  readonly sources: readonly CatalogueSource[];
  readonly skipped: readonly SkippedRow[];
  readonly counts: readonly string[];
};
type Options = {
  readonly now: Temporal.Instant;
  /** Moves every exhibition by this many years. By default each moves by as few years as bring its end into the future. */
  readonly shiftYears?: number | undefined;
};

export const readAndConvertMuseums = async (paths: readonly string[], options: Options): Promise<ConvertedMuseums> =>
  convertMuseums(await readMuseumLists(paths), options);

/** Converts museums to sellers, and their exhibitions to events with timed sessions. Every invalid row is reported. */
export const convertMuseums = (lists: MuseumLists, options: Options): ConvertedMuseums => {
  const skipped: SkippedRow[] = [];
  const sellers = convertSellers(lists.museums, skipped);
  const findMuseum = museumFinder([...sellers.keys()]);
  const seen = new Set<string>();
  let convertedCount = 0;
  lists.exhibitions.forEach((row, index) => {
    const parsed = Exhibition.safeParse(row);
    const name = parsed.success ? `${parsed.data.title}, ${parsed.data.location}` : JSON.stringify(row)?.slice(0, 80);
    const skip = (reason: string) => void skipped.push({ row: `exhibition ${index + 1}`, name, reason });
    if (!parsed.success) return skip("needs a title, a begin, an end and a location");
    const exhibition = parsed.data;
    const days = parseDays(exhibition);
    if (typeof days === "string") return skip(days);
    const identity = [normalizeMuseumName(exhibition.title), normalizeMuseumName(exhibition.location), ...days].join(
      "|",
    );
    if (seen.has(identity)) return skip("is listed twice");
    seen.add(identity);
    const museum = findMuseum(exhibition.location);
    const seller = museum && sellers.get(museum);
    if (!seller) return skip(`names a museum that is not in the list: ${exhibition.location}`);
    seller.events.push(
      convertEvent(exhibition, days, {
        ...options,
        seller: seller.seller,
        usedKeys: seller.events.map(({ key }) => key),
      }),
    );
    convertedCount += 1;
  });

  const catalogues = [...sellers.values()];
  const reasons = Map.groupBy(
    skipped.filter(({ row }) => row.startsWith("exhibition")),
    ({ reason }) => reason.replace(/:.*/, ""),
  );
  return {
    sources: catalogues.map((catalogue) => toSource(catalogue, lists.file)),
    skipped,
    counts: [
      `${lists.museums.length} museums: ${catalogues.length} become sellers, ${lists.museums.length - catalogues.length} left out`,
      `${lists.exhibitions.length} exhibitions: ${convertedCount} become events, ${lists.exhibitions.length - convertedCount} left out`,
      ...[...reasons].map(([reason, rows]) => `  ${rows.length}: ${reason}`),
    ],
  };
};

type SellerCatalogue = CatalogueInput & { events: NonNullable<CatalogueInput["events"]> };

const convertSellers = (rows: readonly unknown[], skipped: SkippedRow[]): Map<Museum, SellerCatalogue> => {
  const sellers = new Map<Museum, SellerCatalogue>();
  const slugs = new Set<string>();
  const seenMuseums = new Set<string>();
  rows.forEach((row, index) => {
    const parsed = Museum.safeParse(row);
    const skip = (reason: string) =>
      void skipped.push({
        row: `museum ${index + 1}`,
        name: parsed.success ? parsed.data.name : JSON.stringify(row)?.slice(0, 80),
        reason,
      });
    if (!parsed.success) return skip("has no name, or no valid coordinates");
    const museum = parsed.data;
    const { lat, lon } = museum;
    if (lat === undefined || lon === undefined) return skip("has no location");
    const country = countryOf(lat, lon);
    if (!country) return skip(`is at ${lat}, ${lon}, far from every known town`);
    // Museums with the same name are in different towns; the same name within a kilometre is the same museum.
    const identity = `${normalizeMuseumName(museum.name)} ${lat.toFixed(2)} ${lon.toFixed(2)}`;
    if (seenMuseums.has(identity)) return skip("is listed twice");
    seenMuseums.add(identity);
    const { currency, locale, timezone } = museumCountries[country];
    const slug = uniqueKey(normalizeMuseumName(museum.name), slugs);
    const town = museum.location?.includes(",")
      ? museum.location.slice(museum.location.lastIndexOf(",") + 1).trim()
      : museum.tags?.find((tag) => /^\p{Lu}/u.test(tag));
    sellers.set(museum, {
      seller: {
        slug,
        name: museum.name,
        currency,
        locale,
        timezone,
        ...(museum.link?.startsWith("https://") && {
          web: { footer_links: [{ label: museum.name.slice(0, 120), href: museum.link }] },
        }),
      },
      venues: { museum: { name: museum.name, timezone, ...(town !== undefined && { address: town }) } },
      events: [],
    });
  });
  return sellers;
};

const maxDays = 3 * 366;
const firstYear = 2000;

/** The first and the last day, or why they are invalid. Whitespace around a date is ignored. */
const parseDays = ({ begin, end }: Exhibition): readonly [string, string] | string => {
  const days: string[] = [];
  for (const [name, text] of [
    ["begin", begin],
    ["end", end],
  ] as const) {
    const day = text.trim();
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) return `${name} is not a date: '${text}'`;
    try {
      days.push(Temporal.PlainDate.from(day, { overflow: "reject" }).toString());
    } catch {
      return `${name} is not a day in the calendar: '${text}'`;
    }
  }
  const [first = "", last = ""] = days;
  if (last < first) return `ends before it begins: ${first} to ${last}`;
  if (Number(first.slice(0, 4)) < firstYear) return `is before ${firstYear}: ${first}`;
  const length = Temporal.PlainDate.from(first).until(last, { largestUnit: "days" }).days;
  if (length > maxDays) return `lasts more than three years: ${first} to ${last}`;
  return [first, last];
};

type EventContext = Options & { readonly seller: CatalogueInput["seller"]; readonly usedKeys: readonly string[] };

const convertEvent = (
  { title, link }: Exhibition,
  [first, last]: readonly [string, string],
  { seller, now, shiftYears, usedKeys }: EventContext,
): SellerCatalogue["events"][number] => {
  const today = todayAt(now, seller.timezone);
  const end = Temporal.PlainDate.from(last);
  let years = shiftYears ?? Math.max(0, Number(today.slice(0, 4)) - end.year);
  if (shiftYears === undefined && end.add({ years }).toString() < today) years += 1;
  const [from, until] = [Temporal.PlainDate.from(first).add({ years }).toString(), end.add({ years }).toString()];
  const [full = 14, reduced = 8] = pricesByCurrency[seller.currency] ?? [];
  return {
    key: uniqueKey(normalizeMuseumName(title), new Set(usedKeys)),
    name: title.trim().slice(0, 300) || "Exhibition",
    category: "Exhibitions",
    ...(link?.startsWith("https://") && {
      description: `<p><a href="${link.replaceAll('"', "%22")}">About this exhibition</a></p>`,
    }),
    groups: [
      {
        key: "admission",
        name: "Admission",
        max_tickets_per_order: 10,
        types: [
          { key: "full", name: "Adult", price: full },
          { key: "reduced", name: "Reduced", price: reduced },
        ],
      },
    ],
    // Closed on Mondays, as most museums are, with entry every two hours.
    schedules: [
      {
        from,
        until,
        capacity: 60,
        weekly: [
          { on: ["tue", "wed", "thu", "fri", "sat", "sun"], at: ["10:00", "12:00", "14:00", "16:00"], minutes: 120 },
        ],
      },
    ],
  };
};

/** Returns a lower-case key that is not used yet, and adds it to the used ones. */
const uniqueKey = (name: string, used: Set<string>): string => {
  const letters: Readonly<Record<string, string>> = { ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d" };
  const base =
    name
      .replace(/[ßøæœłđ]/g, (letter) => letters[letter] ?? "")
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 56)
      .replace(/-+$/, "") || "untitled";
  let key = base;
  for (let count = 2; used.has(key); count += 1) key = `${base}-${count}`;
  used.add(key);
  return key;
};

const toSource = (catalogue: CatalogueInput, file: string): CatalogueSource => ({
  file,
  folder: dirname(file),
  catalogue: Catalogue.parse(catalogue),
  problemAt: (path, message) => ({
    file,
    line: 1,
    column: 1,
    path: [catalogue.seller.slug, ...path].join("."),
    message,
  }),
});
