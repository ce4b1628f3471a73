import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { findBinaries } from "../apps/server/src/db/embedded/binaries.ts";
import { spawnInside, systemAccountFor } from "../apps/server/src/db/embedded/systemAccount.ts";
import { openBenchServer, type BenchServer } from "./benchServer.ts";
import { openConnection } from "./connection.ts";
import { seedStock, type Stock } from "./seedStock.ts";
import { Shopper } from "./shopper.ts";

const warmUps = 60;
const measured = 40;
const ticketsOfEach = 2;

/** What the WAL contains about one table or index. */
type LoggedWrites = {
  readonly name: string;
  readonly inserts: string;
  readonly updates: string;
  readonly hot: string;
  readonly locks: string;
  readonly deletes: string;
  readonly entries: string;
  readonly pages: string;
  readonly bytes: string;
};

/** Lets the owner read the WAL. Only a superuser may, which the embedded PostgreSQL only has in single-user mode. */
const allowReadingLog = async (folder: string): Promise<void> => {
  const data = join(folder, "postgres");
  const account = await systemAccountFor(data);
  const { name, options } = spawnInside(data, account);
  const single = promisify(execFile)(
    join(await findBinaries(account), "postgres"),
    ["--single", "-D", name, "foyer"],
    options,
  );
  single.child.stdin?.end("create extension pg_walinspect\ngrant pg_read_server_files to foyer\n");
  const { stderr } = await single;
  if (/ERROR|FATAL/.test(stderr)) throw new Error(`The log cannot be read: ${stderr.trim()}`);
};

const readLog = (server: BenchServer, from: string, to: string): Promise<LoggedWrites[]> =>
  server.query<LoggedWrites>(
    `select coalesce(c.relname, 'no table') as name,
       count(*) filter (where b.resource_manager = 'Heap' and b.record_type like 'INSERT%' and b.block_id = 0) as inserts,
       count(*) filter (where b.resource_manager = 'Heap' and b.record_type like 'UPDATE%' and b.block_id = 0) as updates,
       count(*) filter (where b.resource_manager = 'Heap' and b.record_type like 'HOT_UPDATE%' and b.block_id = 0) as hot,
       count(*) filter (where b.resource_manager like 'Heap%' and b.record_type like '%LOCK%') as locks,
       count(*) filter (where b.resource_manager = 'Heap' and b.record_type like 'DELETE%') as deletes,
       count(*) filter (where b.resource_manager = 'Btree' and b.record_type in ('INSERT_LEAF', 'INSERT_POST')) as entries,
       count(*) filter (where b.block_fpi_length > 0) as pages,
       coalesce(sum(b.block_data_length + coalesce(b.block_fpi_length, 0)), 0) as bytes
     from pg_get_wal_block_info($1::pg_lsn, $2::pg_lsn) b
     left join pg_class c on c.oid = pg_filenode_relation(0, b.relfilenode)
     where b.reldatabase = (select oid from pg_database where datname = current_database())
     group by 1 order by 2 desc, entries desc, 1`,
    [from, to],
  );

const buyOneByOne = async (server: BenchServer, stock: Stock, count: number): Promise<void> => {
  const connection = await openConnection(server.url);
  for (let bought = 0; bought < count; bought++) {
    const shopper = new Shopper(server, stock, connection);
    const item = stock.items[bought % stock.items.length];
    const cart = item && (await shopper.hold(item, ticketsOfEach));
    if (!cart) throw new Error("There was nothing left to buy.");
    await shopper.buy(cart);
  }
  connection.close();
};

const position = async (server: BenchServer): Promise<string> => {
  // Lets e-mails be sent and jobs run.
  await sleep(5000);
  const [row] = await server.query<{ lsn: string }>("select pg_current_wal_flush_lsn()::text as lsn", []);
  if (!row) throw new Error("The database has no log.");
  return row.lsn;
};

/**
 * Counts what one purchase writes, by table and index, according to the write-ahead log: two tickets, paid with the test
 * gateway, one buyer after another. A count needs no quiet machine.
 */
export const countPurchaseWrites = async (print: (line: string) => void): Promise<number> => {
  const server = await openBenchServer({ selling: true, prepare: allowReadingLog });
  try {
    const stock = await seedStock(server.owner);
    await buyOneByOne(server, stock, warmUps);
    const from = await position(server);
    await buyOneByOne(server, stock, measured);
    const to = await position(server);
    const rows = await readLog(server, from, to);
    const [log] = await server.query<{ bytes: string; commits: string }>(
      `select $2::pg_lsn - $1::pg_lsn as bytes,
         (select count(*) from pg_get_wal_records_info($1::pg_lsn, $2::pg_lsn) where resource_manager = 'Transaction' and record_type = 'COMMIT') as commits`,
      [from, to],
    );
    const each = (value: string | number | undefined): string => (Number(value) / measured).toFixed(2);
    const sum = (column: Exclude<keyof LoggedWrites, "name">): number =>
      rows.reduce((total, row) => total + Number(row[column]), 0);
    print(
      "| a purchase of two tickets | rows | updates | of them HOT | locks | deletes | index entries | whole pages | bytes |",
    );
    print("|---|---|---|---|---|---|---|---|---|");
    const line = (name: string, of: (column: Exclude<keyof LoggedWrites, "name">) => string | number): void => {
      const updates = Number(of("updates")) + Number(of("hot"));
      const cells = [
        of("inserts"),
        updates,
        of("hot"),
        of("locks"),
        of("deletes"),
        of("entries"),
        of("pages"),
        of("bytes"),
      ];
      print(`| ${[name, ...cells.map(each)].join(" | ")} |`);
    };
    for (const row of rows) line(row.name, (column) => row[column]);
    line("all", sum);
    print(
      `\nThe log: ${each(log?.bytes)} bytes and ${each(log?.commits)} commits a purchase, e-mails and jobs included.`,
    );
    return 0;
  } finally {
    await server.close();
  }
};
