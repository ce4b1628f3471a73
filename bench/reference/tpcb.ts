import pg, { type PoolConfig } from "pg";
import { openDirectLoad, type DirectLoad } from "./directLoad.ts";

/** The number of branches; each has ten tellers and a hundred thousand accounts. */
const scale = 10;

/** pgbench's tables, created here so that they exist without pgbench too. pgbench reads the scale from the number of branches. */
const tables = `
  create table pgbench_branches (bid int primary key, bbalance int, filler char(88));
  create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84));
  create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84));
  create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
  insert into pgbench_branches select n, 0, '' from generate_series(1, ${scale}) n;
  insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0, '' from generate_series(1, ${scale * 10}) n;
  insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${scale * 100_000}) n;`;

const randomUpTo = (max: number): number => 1 + Math.floor(Math.random() * max);

/** pgbench's TPC-B-like script, statement by statement. */
const transfer = async (client: pg.PoolClient): Promise<void> => {
  const [account, teller, branch] = [randomUpTo(scale * 100_000), randomUpTo(scale * 10), randomUpTo(scale)];
  const delta = randomUpTo(10_001) - 5001;
  const run = (name: string, text: string, values: readonly number[]) =>
    client.query({ name, text, values: [...values] });
  await client.query("begin");
  await run("account", "update pgbench_accounts set abalance = abalance + $1 where aid = $2", [delta, account]);
  await run("balance", "select abalance from pgbench_accounts where aid = $1", [account]);
  await run("teller", "update pgbench_tellers set tbalance = tbalance + $1 where tid = $2", [delta, teller]);
  await run("branch", "update pgbench_branches set bbalance = bbalance + $1 where bid = $2", [delta, branch]);
  const entry = "insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)";
  await run("entry", entry, [teller, branch, account, delta]);
  await client.query("commit");
};

/** pgbench's TPC-B-like run in another database of the same cluster, with the same durability settings. */
export const openTpcb = async (owner: PoolConfig, clients: number): Promise<DirectLoad> => {
  const login = { ...owner, database: "tpcb" };
  const inDatabase = async (config: PoolConfig, ...texts: readonly string[]): Promise<void> => {
    const client = new pg.Client(config);
    await client.connect();
    try {
      for (const text of texts) await client.query(text);
    } finally {
      await client.end();
    }
  };
  await inDatabase(owner, "create database tpcb");
  await inDatabase(login, tables, "vacuum analyze");
  return openDirectLoad(login, {
    name: `TPC-B-like, scale ${scale}`,
    clients,
    script: { builtin: "tpcb-like" },
    once: transfer,
  });
};
