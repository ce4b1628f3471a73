import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import { openDatabase } from "../../src/db/openDatabase.ts";

// A server reduced to its database: inserts rows one by one and prints each that was acknowledged.
const [dataDir = "", task = ""] = process.argv.slice(2);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined }, print);
const pool = new Pool(database.owner);
pool.on("error", () => {});
let isStopping = false;
process.once("SIGTERM", () => (isStopping = true));
print(`ready ${database.description}`);

if (task === "write") {
  // Two servers may create it at once, which `if not exists` does not handle.
  await pool.query(
    "select pg_advisory_xact_lock(1); create table if not exists promise (id bigint generated always as identity, made_by integer)",
  );
  while (!isStopping) {
    try {
      const { rows } = await pool.query<{ id: string }>("insert into promise (made_by) values ($1) returning id", [
        process.pid,
      ]);
      print(`row ${rows[0]?.id}`);
    } catch {
      await sleep(20);
    }
  }
}
while (!isStopping) await sleep(10);
await pool.end();
await database.stop();
