/** The fields by which a list names a seat. */
export type ListableSeat = {
  readonly key: string;
  readonly section: string;
  readonly row: string;
  readonly label: string;
};

export type ListedSeats = {
  readonly keys: readonly string[];
  /** Parts of the text that name no seat, or more than one. */
  readonly problems: readonly { readonly text: string; readonly reason: string }[];
};

type Found = readonly ListableSeat[] | string;

/**
 * Finds the seats in a typed list: 'A1-A10, B3', 'Stalls A 1-10', 'Row C', 'A-D'. The section must be named if several have
 * such a row.
 */
export const findListedSeats = (text: string, seats: readonly ListableSeat[]): ListedSeats => {
  const index = indexOf(seats);
  const keys = new Set<string>();
  const problems: { text: string; reason: string }[] = [];
  for (const part of text.split(/[,;\n]/).map((one) => one.trim())) {
    if (part === "") continue;
    const found = findPart(part, index);
    if (typeof found === "string") problems.push({ text: part, reason: found });
    else for (const { key } of found) keys.add(key);
  }
  return { keys: seats.flatMap(({ key }) => (keys.has(key) ? [key] : [])), problems };
};

/** The seats that a name, without spaces and in lower case, can mean: one list for each section. */
type Names = ReadonlyMap<string, readonly (readonly ListableSeat[])[]>;
type SeatIndex = { readonly seats: Names; readonly spaced: Names; readonly rows: Names; readonly order: SeatRows };
type SeatRows = readonly (readonly ListableSeat[])[];

const spaced = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
const dense = (text: string): string => spaced(text).replaceAll(" ", "");

const indexOf = (seats: readonly ListableSeat[]): SeatIndex => {
  const order = [...Map.groupBy(seats, ({ section, row }) => JSON.stringify([section, row])).values()];
  const collect = (entries: readonly (readonly [string, readonly ListableSeat[]])[]): Names =>
    new Map([...Map.groupBy(entries, ([name]) => name)].map(([name, found]) => [name, found.map(([, of]) => of)]));
  const namesOf = ({ section, row, label }: ListableSeat) => [`${row} ${label}`, `${section} ${row} ${label}`];
  return {
    seats: collect(seats.flatMap((seat) => namesOf(seat).map((name) => [dense(name), [seat]] as const))),
    spaced: collect(seats.flatMap((seat) => namesOf(seat).map((name) => [spaced(name), [seat]] as const))),
    rows: collect(
      order.flatMap((row) => {
        const { section = "", row: name = "" } = row[0] ?? {};
        return [name, `row ${name}`, `${section} ${name}`, `${section} row ${name}`].map(
          (one) => [dense(one), row] as const,
        );
      }),
    ),
    order,
  };
};

/** The only match, or a message if there are several. */
const onlyOne = (found: readonly (readonly ListableSeat[])[] | undefined): Found | undefined => {
  const [first, second] = found ?? [];
  if (!first) return undefined;
  if (!second) return first;
  const sections = [...new Set((found ?? []).map((seats) => seats[0]?.section ?? ""))];
  const [example = ""] = sections;
  return sections.length > 1
    ? `is in ${sections.join(", ")}: write the section too, like '${example} ${nameOf(first)}'`
    : "may be several seats: write a space between row and seat";
};

const nameOf = (seats: readonly ListableSeat[]): string =>
  seats.length === 1 ? `${seats[0]?.row}${seats[0]?.label}` : (seats[0]?.row ?? "");

const findSeat = (text: string, { spaced: exact, seats }: SeatIndex): Found | undefined =>
  onlyOne(exact.get(spaced(text)) ?? seats.get(dense(text)));
const findRow = (text: string, { rows }: SeatIndex): Found | undefined => onlyOne(rows.get(dense(text)));

const findPart = (text: string, index: SeatIndex): Found =>
  findSeat(text, index) ?? findRow(text, index) ?? findSpan(text, index) ?? "there is no such seat";

/** From one seat to another in its row, or from one row to another in its section. */
const findSpan = (text: string, index: SeatIndex): Found | undefined => {
  for (const { 0: dash, index: at } of text.matchAll(/[-–]/g)) {
    const [from, to] = [text.slice(0, at), text.slice(at + dash.length)];
    const first = findSeat(from, index);
    if (typeof first === "string") return first;
    if (first?.[0]) return seatsUntil(first[0], to, index);
    const rows = findRow(from, index);
    if (typeof rows === "string") return rows;
    if (rows) return rowsUntil(rows, to, index);
  }
  return undefined;
};

const seatsUntil = (first: ListableSeat, to: string, { order }: SeatIndex): Found => {
  const row = order.find((seats) => seats.includes(first)) ?? [];
  const isLast = ({ section, row: name, label }: ListableSeat): boolean =>
    [label, `${name} ${label}`, `${section} ${name} ${label}`].some((text) => dense(text) === dense(to));
  const last = row.find(isLast);
  if (!last) return `a span ends in its own row, ${first.row}`;
  const numbers = [Number(first.label), Number(last.label)];
  if (numbers.some((number) => Number.isNaN(number))) {
    const ends = [row.indexOf(first), row.indexOf(last)];
    return row.slice(Math.min(...ends), Math.max(...ends) + 1);
  }
  return row.filter(({ label }) => Number(label) >= Math.min(...numbers) && Number(label) <= Math.max(...numbers));
};

const rowsUntil = (first: readonly ListableSeat[], to: string, { order }: SeatIndex): Found => {
  const section = order.filter((row) => row[0]?.section === first[0]?.section);
  const last = section.find((row) => {
    const { section: name = "", row: own = "" } = row[0] ?? {};
    return [own, `row ${own}`, `${name} ${own}`].some((text) => dense(text) === dense(to));
  });
  if (!last) return `a span of rows ends in its own section, ${first[0]?.section}`;
  const ends = [section.indexOf(first), section.indexOf(last)];
  return section.slice(Math.min(...ends), Math.max(...ends) + 1).flat();
};
