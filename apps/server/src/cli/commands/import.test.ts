import { afterAll, beforeAll, expect, test } from "vitest";
import { commandContext } from "../../../test/app/commandContext.ts";
import { now, pierCatalogue, writeCatalogue } from "../../../test/catalogue/pierCatalogue.ts";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { auditOf } from "../../../test/office/testStaff.ts";
import { Connections } from "../../db/connections.ts";
import { importCommand } from "./import.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let connections: Connections;
beforeAll(async () => {
  login = await cloneDatabase();
  connections = new Connections(login.app);
});
afterAll(() => connections.close());

const run = async (...args: string[]): Promise<number> =>
  importCommand.run(args, commandContext({ connections, lines: [], now, openOwner: async () => login.owner }));

test("an import records what it changes for a seller in the audit log, and nothing if it changes nothing", async () => {
  const file = await writeCatalogue(pierCatalogue("audited"));
  expect(await run(file)).toBe(0);
  const db = connections.acrossSellers();
  const { id } = await db.selectFrom("seller").select("id").where("slug", "=", "audited").executeTakeFirstOrThrow();
  expect(await auditOf(db, id)).toMatchObject([
    {
      action: "catalogue.imported",
      actor: "import",
      via: "import",
      entity_kind: "catalogue",
      entity_id: "audited",
      after: { "events added": 2, "sessions added": 7 },
    },
  ]);
  expect(await run(file)).toBe(0);
  const renamed = await writeCatalogue(pierCatalogue("audited").replace("Pier Museum", "Pier House"));
  expect(await run(renamed, "--dry-run")).toBe(0);
  expect(await auditOf(db, id)).toHaveLength(1);
});
