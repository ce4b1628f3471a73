import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampledToday } from "../../../../../scripts/sampling.ts";
import { exportCommand } from "../../cli/commands/export.ts";
import { Connections } from "../../db/connections.ts";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { commandContext } from "../../../test/app/commandContext.ts";
import { randomCatalogue } from "../../../test/catalogue/randomCatalogue.ts";
import { importCatalogue } from "../apply/importCatalogue.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
let connections: Connections;
let folder: string;
beforeAll(async () => {
  connections = new Connections((await cloneDatabase()).app);
  folder = await mkdtemp(join(tmpdir(), "foyer-export-"));
});
afterAll(async () => {
  await connections.close();
  await rm(folder, { recursive: true, force: true });
});

const exported = async (slug: string): Promise<string> => {
  const to = join(folder, slug);
  const lines: string[] = [];
  expect(await exportCommand.run([slug, "--to", to], commandContext({ connections, lines, now }))).toBe(0);
  expect(lines.join()).toMatch(new RegExp(`^${slug}: revision \\d+, \\d+ pictures?$`));
  return join(to, `${slug}.yaml`);
};

const sellers = join(import.meta.dirname, "../../../../../packages/demo/sellers");
const demos = (await readdir(sellers)).filter((name) => name.endsWith(".yaml"));

describe("what was just exported changes nothing when it is imported", () => {
  test.each(demos)("%s", async (name) => {
    const [report] = await importCatalogue(connections, [join(sellers, name)], { now, trustsImages: true });
    expect(report?.isUnchanged).toBe(false);
    const file = await exported(report?.slug ?? "");
    const again = await importCatalogue(connections, [file], { now });
    expect(again).toMatchObject([{ isUnchanged: true, lines: [], revision: report?.revision }]);
  });

  test.each(
    sampledToday(
      Array.from({ length: 40 }, (_, seed) => seed + 1),
      10,
    ),
  )("a random catalogue, seed %i", async (seed) => {
    const slug = `random-${seed}`;
    const file = join(folder, `${slug}.yaml`);
    await writeFile(file, JSON.stringify(randomCatalogue(slug, seed)));
    await importCatalogue(connections, [file], { now });
    const again = await importCatalogue(connections, [await exported(slug)], { now });
    expect(again).toMatchObject([{ isUnchanged: true, lines: [], revision: 1 }]);
  });
});
