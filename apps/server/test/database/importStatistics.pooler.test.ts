import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { importCommand } from "../../src/cli/commands/import.ts";
import { commandContext } from "../app/commandContext.ts";
import { openTestApp } from "../app/testApp.ts";
import { ownerOf } from "./cloneDatabase.ts";

const catalogue = `
seller: { slug: quay, name: Quay House, currency: GBP, timezone: Europe/London }
venues: { quay: { name: Quay House, timezone: Europe/London } }
events:
  - key: night
    name: Night Walk
    groups: [{ key: general, name: General, types: [{ key: adult, name: Adult, price: 10 }] }]
    schedules: [{ from: today, until: today+1y, weekly: [{ on: daily, at: ["10:00"], minutes: 60, capacity: 50 }] }]
`;

test("an import by a login of the app's own leaves statistics that are up to date: the owner analyzes", async () => {
  const server = await openTestApp();
  const folder = await mkdtemp(join(tmpdir(), "foyer-import-"));
  const file = join(folder, "quay.yaml");
  await writeFile(file, catalogue);
  const lines: string[] = [];
  const context = commandContext({
    connections: server.connections,
    lines,
    openOwner: async () => ownerOf(server.databaseConfig),
  });
  expect(await importCommand.run([file], context)).toBe(0);
  const { rows } = await sql<{ rows: number }>`
    select reltuples::int as rows from pg_class where oid = 'event_session'::regclass`.execute(server.db);
  expect(rows[0]?.rows).toBeGreaterThan(300);
  await rm(folder, { recursive: true });
  await server.close();
});
