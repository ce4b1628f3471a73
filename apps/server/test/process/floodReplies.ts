import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { PoolConfig } from "pg";
import { openTestApp } from "../app/testApp.ts";

/**
 * Sends many different requests to its own server and prints the size of its heap afterwards, in bytes. Runs in a
 * separate process with a small heap. The arguments are the database, a seller and the number of requests.
 */
const [database = "{}", seller = "", requests = "0"] = process.argv.slice(2);
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const server = await openTestApp({ production: true }, { databaseConfig: JSON.parse(database) as PoolConfig });
const ids = () => Array.from({ length: 100 }, () => crypto.randomUUID()).join(",");
const ask = (index: number) =>
  server.app.inject({
    url:
      index % 2 === 0
        ? `/cached_api/event_template?_seller=${seller}&id._in=${ids()}`
        : `/cached_api/config?_seller=${seller}&resource_id._in=${ids()}`,
  });
const heap = (): number => {
  collect();
  return process.memoryUsage().heapUsed + process.memoryUsage().external;
};

for (let index = 0; index < 300; index++) await ask(index);
const before = heap();
for (let index = 0; index < Number(requests); index += 20)
  await Promise.all(Array.from({ length: 20 }, (_, step) => ask(index + step)));
process.stdout.write(`${JSON.stringify({ before, after: heap() })}\n`);
await server.close();
