import { applicationHeader } from "@foyer/contract/endpoint.ts";
import { importSources } from "../../apps/server/src/catalogue/apply/importCatalogue.ts";
import { parseCatalogue } from "../../apps/server/src/catalogue/format/readCatalogue.ts";
import { Connections } from "../../apps/server/src/db/connections.ts";
import { openBenchServer, type BenchServer } from "../benchServer.ts";
import { holdRequest } from "../hold.ts";
import { median, type ResultRow } from "../resultTable.ts";
import type { Stock } from "../seedStock.ts";
import { percentilesOf, timeOf } from "./atRate.ts";
import { signIn, type Caller, type SellerRef } from "./staff.ts";

const rounds = 3;
const slug = "publisher";
/** A day's starts every half hour from 09:00, 24 in total. */
const starts = Array.from({ length: 24 }, (_, index) => {
  const minutes = 9 * 60 + index * 30;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${minutes % 60 === 0 ? "00" : "30"}`;
});
/** 209 days with 24 sessions each: 5,016. */
const days = 209;

const catalogue = `
seller: { slug: ${slug}, name: Publisher, currency: USD, timezone: America/New_York }
venues: { hall: { name: Hall, timezone: America/New_York, address: 1 Hall Road } }
events:
  - key: other
    name: Other
    groups: [{ key: general, name: General, types: [{ key: adult, name: Adult, price: 20 }] }]
    sessions: [{ date: today+7d, at: "10:00", minutes: 60, capacity: 1000000 }]
`;

/** A seller with a catalogue, as the command line imports it. */
const importSeller = async (server: BenchServer): Promise<SellerRef> => {
  const connections = new Connections({ ...server.app, max: 2 });
  try {
    await importSources(connections, parseCatalogue(catalogue, { file: "bench.yaml", folder: "/nonexistent" }), {
      now: Temporal.Now.instant(),
      trustsImages: true,
    });
  } finally {
    await connections.close();
  }
  const [seller] = await server.query<{ id: string }>("select id from seller where slug = $1", [slug]);
  return { seller_id: seller?.id ?? "", slug };
};

/** Drafts an event with 5,016 sessions. */
const draftEvent = async (manager: Caller, round: number): Promise<string> => {
  const chapter = `event/day${round}`;
  await manager.post("/catalogue/draft", {
    chapter,
    version: 0,
    document: {
      key: `day${round}`,
      name: `Day ${round}`,
      groups: [{ key: "general", name: "General", types: [{ key: "adult", name: "Adult", price: 20 }] }],
      schedules: [
        {
          from: "today+1d",
          until: `today+${days}d`,
          capacity: 20,
          weekly: [{ on: "daily", at: starts, minutes: 30 }],
        },
      ],
    },
  });
  return chapter;
};

/** Holds tickets of another event of the same seller, one by one, while work is in progress. */
const holdsWhile = async (hold: () => Promise<void>, work: Promise<unknown>): Promise<number[]> => {
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  const durations: number[] = [];
  while (!isDone) durations.push(await timeOf(hold));
  await done;
  return durations;
};

const holdOf = (server: BenchServer, stock: Pick<Stock, "slug">, line: Parameters<typeof holdRequest>[1]) => {
  const { path, body } = holdRequest(stock as Stock, line, 1);
  return async (): Promise<void> => {
    const answer = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { [applicationHeader.name]: applicationHeader.value, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`The hold got status ${answer.status}.`);
  };
};

/** Publishes an event with 5,016 sessions and closes a session, while tickets of another event are held. */
export const benchPublish = async (): Promise<ResultRow[]> => {
  const server = await openBenchServer();
  try {
    const seller = await importSeller(server);
    const manager = await signIn(server, seller, "manager");
    const [line] = await server.query<{ event: string; group: string; type: string; session: string }>(
      `select e.id as event, g.id as "group", t.id as type, s.id as session from event_template e
       join ticket_group g on g.seller_id = e.seller_id and g.event_template_id = e.id
       join ticket_type t on t.seller_id = g.seller_id and t.ticket_group_id = g.id
       join event_session s on s.seller_id = e.seller_id and s.event_template_id = e.id where e.seller_id = $1`,
      [seller.seller_id],
    );
    if (!line) throw new Error("There is no event to hold.");
    const hold = holdOf(server, seller, line);
    const taken: { publishing: number; quiet: number; beside: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const chapter = await draftEvent(manager, round);
      const { revision, errors } = await manager.get("/catalogue/plan");
      if (!Array.isArray(errors) || errors.length > 0) throw new Error(JSON.stringify(errors));
      const quiet: number[] = [];
      for (let time = 0; time < 200; time++) quiet.push(await timeOf(hold));
      let publishing = 0;
      const work = timeOf(() =>
        manager.post("/catalogue/publish", { drafts: [{ chapter, version: 1 }], revision, note: "" }),
      ).then((ms) => void (publishing = ms));
      const beside = await holdsWhile(hold, work);
      taken.push({ publishing, quiet: percentilesOf(quiet).p99, beside: percentilesOf(beside).p99 });
    }
    const [{ count } = { count: "0" }] = await server.query<{ count: string }>(
      "select count(*) from event_session where seller_id = $1",
      [seller.seller_id],
    );
    if (Number(count) < rounds * 5000) throw new Error(`There are ${count} sessions.`);
    await server.query("create table bench_session as select * from event_session where seller_id = $1 limit 0", [
      seller.seller_id,
    ]);
    const copied = await timeOf(() =>
      server.query("insert into bench_session select * from event_session where seller_id = $1 limit 5016", [
        seller.seller_id,
      ]),
    );
    const sessions = await server.query<{ id: string }>(
      "select id from event_session where seller_id = $1 and id <> $2 limit 20",
      [seller.seller_id, line.session],
    );
    const closing: number[] = [];
    for (const { id } of sessions) closing.push(await timeOf(() => manager.post(`/sessions/${id}/close`, {})));
    const publishing = median(taken.map((round) => round.publishing));
    return [
      {
        figure: "an event with 5,016 sessions is published",
        unit: "s",
        value: publishing / 1000,
        referenceName: "as many sessions copied by one statement",
        reference: copied / 1000,
        ratio: publishing / copied,
        goal: { measures: "value", comparison: "at most", bound: 3 },
      },
      {
        figure: "a hold of another event meanwhile, p99",
        unit: "ms",
        value: median(taken.map(({ beside }) => beside)),
        referenceName: "the same while nothing is published",
        reference: median(taken.map(({ quiet }) => quiet)),
        ratio: median(taken.map(({ beside, quiet }) => beside / quiet)),
        goal: { measures: "ratio", comparison: "at most", bound: 1.5 },
      },
      {
        figure: "a session is closed, the slowest of 20",
        unit: "ms",
        value: Math.max(...closing),
        referenceName: "a hold, p99",
        reference: median(taken.map(({ quiet }) => quiet)),
        ratio: Math.max(...closing) / median(taken.map(({ quiet }) => quiet)),
        goal: { measures: "value", comparison: "at most", bound: 300 },
      },
    ];
  } finally {
    await server.close();
  }
};
