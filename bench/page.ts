import { openBenchServer } from "./benchServer.ts";
import { openBarePages, type BarePages } from "./reference/barePages.ts";
import { median, type Goal, type ResultRow } from "./resultTable.ts";
import { SlowPhone, type Press, type Visit } from "./slowPhone.ts";

const rounds = 7;
const atMostGoal = (bound: number): Goal => ({ measures: "value", comparison: "at most", bound });
const event = { seller: "harbor", name: "Museum Admission" };
const date: Press = {
  press: '[role="radiogroup"][data-kind="date"] button:not([aria-disabled])',
  effect: "section[data-answered] #reserve-date",
};

/**
 * The event page of a demo seller on a slow phone with an empty cache. Ours and the references are measured alternately, and
 * the medians compared. Painting and responding are measured in separate visits, since the effects of a click would count as
 * layout shift and blocking time.
 */
export const benchPage = async (): Promise<ResultRow[]> => {
  const server = await openBenchServer({ pages: true });
  try {
    const page = await warmUpPage(server.url);
    const phone = await SlowPhone.open();
    try {
      await phone.visit(page, { eager: true });
      const bare = await openBarePages(page);
      try {
        return resultRows(await visits(phone, page, bare));
      } finally {
        await bare.close();
      }
    } finally {
      await phone.close();
    }
  } finally {
    await server.close();
  }
};

/** The page's URL, once the server is in its state after the first minute, having shown every event of the seller. */
const warmUpPage = async (url: string): Promise<string> => {
  const listing = await fetch(`${url}/cached_api/events/available?_seller=${event.seller}`);
  const { event_template } = (await listing.json()) as { event_template: { _data: { id: string; name: string }[] } };
  const addressOf = (id: string): string => `${url}/${event.seller}/events/${id}`;
  for (const { id } of event_template._data) await (await fetch(addressOf(id))).text();
  const found = event_template._data.find(({ name }) => name === event.name);
  if (!found) throw new Error(`${event.seller} has no event '${event.name}'.`);
  return addressOf(found.id);
};

type PageVisits = Record<"seen" | "pressed" | "scriptless" | "react", Visit[]>;

const visits = async (phone: SlowPhone, page: string, bare: BarePages): Promise<PageVisits> => {
  await phone.visit(bare.withoutScript, { eager: true });
  await phone.visit(bare.reactOnly, { eager: true });
  const taken: PageVisits = { seen: [], pressed: [], scriptless: [], react: [] };
  for (let round = 0; round < rounds; round++) {
    taken.seen.push(await phone.visit(page));
    taken.scriptless.push(await phone.visit(bare.withoutScript));
    taken.pressed.push(await phone.visit(page, { press: date }));
    taken.react.push(await phone.visit(bare.reactOnly, { press: bare.reactOnlyPress }));
  }
  return taken;
};

const resultRows = ({ seen, pressed, scriptless, react }: PageVisits): ResultRow[] => {
  const noScript = "the same page without script";
  const onlyReact = "the same page with React alone";
  const row = (
    figure: string,
    unit: ResultRow["unit"],
    scale: number,
    [ours, against, theirs]: readonly [readonly Visit[], string, readonly Visit[]],
    of: (visit: Visit) => number,
    goal?: Goal,
  ): ResultRow => {
    const pairs = ours.map((visit, round) => [of(visit), of(theirs[round] ?? visit)] as const);
    const value = median(pairs.map(([mine]) => mine)) / scale;
    const reference = median(pairs.map(([, other]) => other)) / scale;
    return {
      figure: `event page: ${figure}`,
      unit,
      value,
      referenceName: against,
      reference,
      ratio: median(pairs.map(([mine, other]) => mine / other)),
      ...(goal && { goal }),
    };
  };
  const againstNoScript = [seen, noScript, scriptless] as const;
  const againstReact = [seen, onlyReact, react] as const;
  return [
    row("script", "kB", 1000, againstReact, ({ scriptBytes }) => scriptBytes, atMostGoal(75)),
    row("everything", "kB", 1000, againstNoScript, ({ allBytes }) => allBytes),
    row("first contentful paint", "s", 1000, againstNoScript, ({ firstPaint }) => firstPaint, atMostGoal(1)),
    row("largest contentful paint", "s", 1000, againstNoScript, ({ largestPaint }) => largestPaint, atMostGoal(1.6)),
    row("layout shift", "", 1, againstNoScript, ({ shift }) => Math.round(shift * 1000) / 1000, atMostGoal(0)),
    row(
      "a date button pressed at first paint answers",
      "s",
      1000,
      [pressed, onlyReact, react],
      ({ answered }) => answered ?? NaN,
      atMostGoal(2.3),
    ),
    row("blocking time", "ms", 1, againstReact, ({ blocked }) => blocked, atMostGoal(200)),
  ];
};
