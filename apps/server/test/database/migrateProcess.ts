import { migrate } from "../../src/db/migrate/migrate.ts";

// Migrates; the test kills this process in between.
const [owner = "", folder = ""] = process.argv.slice(2);
await migrate(JSON.parse(owner), { folder });
