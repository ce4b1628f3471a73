import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import { openDatabase } from "./open.ts";

// A server reduced to its database: writes rows one after the other and tells each one that was acknowledged.
const [dataDir = "", task = ""] = process.argv.slice(2);
const tell = (line: string): void => void process.stdout.write(`${line}\n`);

const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined }, tell);
const pool = new Pool(database.owner);
pool.on("error", () => {});
let leaving = false;
process.once("SIGTERM", () => (leaving = true));
tell(`ready ${database.description}`);

if (task === "write") {
  await pool.query("create table if not exists promise (id bigint generated always as identity, made_by integer)");
  while (!leaving) {
    try {
      const { rows } = await pool.query<{ id: string }>("insert into promise (made_by) values ($1) returning id", [
        process.pid,
      ]);
      tell(`row ${rows[0]?.id}`);
    } catch {
      await sleep(20);
    }
  }
}
while (!leaving) await sleep(10);
await pool.end();
await database.stop();
