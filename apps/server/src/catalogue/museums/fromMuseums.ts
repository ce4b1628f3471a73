import { dirname } from "node:path";
import { todayAt } from "@foyer/rules/days.ts";
import { Catalogue, type CatalogueInput } from "../format.ts";
import type { Source } from "../readCatalogue.ts";
import { museumFinder, plainName } from "./findMuseum.ts";
import { Exhibition, Museum, readLists, type Lists } from "./lists.ts";
import { countries, countryOf, pricesIn } from "./places.ts";

export type LeftOut = { readonly row: string; readonly what: string; readonly reason: string };
export type Converted = {
  readonly sources: readonly Source[];
  readonly leftOut: readonly LeftOut[];
  readonly counts: readonly string[];
};
type Options = {
  readonly now: Temporal.Instant;
  /** Moves every exhibition by so many years; without it each moves by as few as bring its end into the time ahead. */
  readonly shiftYears?: number | undefined;
};

export const fromMuseums = async (paths: readonly string[], options: Options): Promise<Converted> =>
  convertMuseums(await readLists(paths), options);

/** Museums become sellers, their exhibitions events with timed sessions. Rows that make no sense are named, every one. */
export const convertMuseums = (lists: Lists, options: Options): Converted => {
  const leftOut: LeftOut[] = [];
  const sellers = sellersOf(lists.museums, leftOut);
  const find = museumFinder([...sellers.keys()]);
  const seen = new Set<string>();
  let taken = 0;
  lists.exhibitions.forEach((row, index) => {
    const parsed = Exhibition.safeParse(row);
    const what = parsed.success ? `${parsed.data.title}, ${parsed.data.location}` : JSON.stringify(row)?.slice(0, 80);
    const refuse = (reason: string) => void leftOut.push({ row: `exhibition ${index + 1}`, what, reason });
    if (!parsed.success) return refuse("is not a title, a begin, an end and a location");
    const exhibition = parsed.data;
    const days = readDays(exhibition);
    if (typeof days === "string") return refuse(days);
    const twin = [plainName(exhibition.title), plainName(exhibition.location), ...days].join("|");
    if (seen.has(twin)) return refuse("is there twice");
    seen.add(twin);
    const museum = find(exhibition.location);
    const seller = museum && sellers.get(museum);
    if (!seller) return refuse(`names a museum that is not in the list: ${exhibition.location}`);
    seller.events.push(
      eventOf(exhibition, days, { ...options, seller: seller.seller, taken: seller.events.map(({ key }) => key) }),
    );
    taken += 1;
  });

  const catalogues = [...sellers.values()];
  const reasons = Map.groupBy(
    leftOut.filter(({ row }) => row.startsWith("exhibition")),
    ({ reason }) => reason.replace(/:.*/, ""),
  );
  return {
    sources: catalogues.map((catalogue) => asSource(catalogue, lists.file)),
    leftOut,
    counts: [
      `${lists.museums.length} museums: ${catalogues.length} become sellers, ${lists.museums.length - catalogues.length} left out`,
      `${lists.exhibitions.length} exhibitions: ${taken} become events, ${lists.exhibitions.length - taken} left out`,
      ...[...reasons].map(([reason, rows]) => `  ${rows.length}: ${reason}`),
    ],
  };
};

type SellerInput = CatalogueInput & { events: NonNullable<CatalogueInput["events"]> };

const sellersOf = (rows: readonly unknown[], leftOut: LeftOut[]): Map<Museum, SellerInput> => {
  const sellers = new Map<Museum, SellerInput>();
  const slugs = new Set<string>();
  const places = new Set<string>();
  rows.forEach((row, index) => {
    const parsed = Museum.safeParse(row);
    const refuse = (reason: string) =>
      void leftOut.push({
        row: `museum ${index + 1}`,
        what: parsed.success ? parsed.data.name : JSON.stringify(row)?.slice(0, 80),
        reason,
      });
    if (!parsed.success) return refuse("has no name, or a place that is no place");
    const museum = parsed.data;
    const { lat, lon } = museum;
    if (lat === undefined || lon === undefined) return refuse("does not say where it stands");
    const country = countryOf(lat, lon);
    if (!country) return refuse(`stands at ${lat}, ${lon}, and no town that we know is near`);
    // Namesakes stand in different towns; the same name within a kilometre is the same museum.
    const place = `${plainName(museum.name)} ${lat.toFixed(2)} ${lon.toFixed(2)}`;
    if (places.has(place)) return refuse("is there twice");
    places.add(place);
    const { currency, locale, timezone } = countries[country];
    const slug = unusedKey(plainName(museum.name), slugs);
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

const longestDays = 3 * 366;
const firstYear = 2000;

/** The first and the last day, or why they make no sense. Blanks around a date are a slip that changes nothing. */
const readDays = ({ begin, end }: Exhibition): readonly [string, string] | string => {
  const days: string[] = [];
  for (const [name, text] of [
    ["begin", begin],
    ["end", end],
  ] as const) {
    const day = text.trim();
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) return `${name} is no date: '${text}'`;
    try {
      days.push(Temporal.PlainDate.from(day, { overflow: "reject" }).toString());
    } catch {
      return `${name} is no day of the calendar: '${text}'`;
    }
  }
  const [first = "", last = ""] = days;
  if (last < first) return `ends before it begins: ${first} to ${last}`;
  if (Number(first.slice(0, 4)) < firstYear) return `lies before ${firstYear}, in the history books: ${first}`;
  const length = Temporal.PlainDate.from(first).until(last, { largestUnit: "days" }).days;
  if (length > longestDays) return `lasts more than three years: ${first} to ${last}`;
  return [first, last];
};

type About = Options & { readonly seller: CatalogueInput["seller"]; readonly taken: readonly string[] };

const eventOf = (
  { title, link }: Exhibition,
  [first, last]: readonly [string, string],
  { seller, now, shiftYears, taken }: About,
): SellerInput["events"][number] => {
  const today = todayAt(now, seller.timezone);
  const end = Temporal.PlainDate.from(last);
  let years = shiftYears ?? Math.max(0, Number(today.slice(0, 4)) - end.year);
  if (shiftYears === undefined && end.add({ years }).toString() < today) years += 1;
  const [from, until] = [Temporal.PlainDate.from(first).add({ years }).toString(), end.add({ years }).toString()];
  const [full = 14, reduced = 8] = pricesIn[seller.currency] ?? [];
  return {
    key: unusedKey(plainName(title), new Set(taken)),
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
    // Closed on Mondays, as museums are; entry every two hours.
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

/** A key of small letters that is not used yet; it is added to those that are. */
const unusedKey = (name: string, used: Set<string>): string => {
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

const asSource = (catalogue: CatalogueInput, file: string): Source => ({
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
