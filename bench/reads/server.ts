import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApp } from "../../apps/server/src/app.ts";
import { Connections } from "../../apps/server/src/db/connections.ts";
import { migrate } from "../../apps/server/src/db/migrate/migrate.ts";
import { openDatabase } from "../../apps/server/src/db/openDatabase.ts";
import { createTestEvent, createTestShop } from "../../apps/server/test/shop/createTestShop.ts";
import { gatewayFinder } from "../../apps/server/src/providers/payments/gatewayRegistry.ts";
import { keylessProviders } from "../../apps/server/test/app/testProviders.ts";

/** The server for the read benchmarks: one seller with a year of sessions, and one with a thousand events. */
const folder = await mkdtemp(join(tmpdir(), "foyer-bench-reads-"));
const database = await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined }, () => {});
try {
  await migrate(database.owner);
  const connections = new Connections({ ...database.app, max: 10 });
  const db = connections.acrossSellers();
  const origin = "http://127.0.0.1";

  const year = await createTestShop(db, {
    event: {
      sessions: Array.from({ length: 365 * 12 }, (_, index) => ({
        inDays: 1 + Math.floor(index / 12),
        at: `${String(9 + (index % 12)).padStart(2, "0")}:00`,
      })),
    },
  });
  const many = await createTestShop(db);
  for (let made = 1; made < 1000; made += 9)
    await Promise.all(
      Array.from({ length: Math.min(9, 1000 - made) }, (_, index) =>
        createTestEvent(db, many, {
          name: `Exhibition ${made + index}`,
          rank: made + index,
          summary: "Twelve giants of the sea, hung at the height at which they swim.",
          category: ["exhibitions", "tours", "films"][(made + index) % 3]!,
          sessions: Array.from({ length: 10 }, (__, day) => ({ inDays: 1 + day * 3 })),
        }),
      ),
    );

  const app = await buildApp({
    connections,
    providers: {
      sign: (text) => text,
      findGateway: gatewayFinder({ databaseOf: (id) => connections.forSeller(id) }, { test: true }),
      ...keylessProviders,
      mail: undefined,
      origin,
    },
    clock: () => Temporal.Now.instant(),
    secureCookies: false,
    production: true,
    testGateway: false,
    origin,
  });
  const at = await app.listen({ port: 0, host: "127.0.0.1" });
  process.send?.({
    calendar: `${at}/cached_api/events/${year.event.id}/calendar?_format=extended&_seller=${year.slug}`,
    listing: `${at}/cached_api/events/available?_embed=meta&_seller=${many.slug}`,
  });
  await once(process, "message");
  await app.close();
  await connections.close();
} finally {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
  if (process.connected) process.disconnect?.();
}
