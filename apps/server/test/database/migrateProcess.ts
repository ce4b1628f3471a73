import { migrate } from "../../src/db/migrate.ts";

// Migrates and is killed on the way.
const [owner = "", folder = ""] = process.argv.slice(2);
await migrate(JSON.parse(owner), folder);
