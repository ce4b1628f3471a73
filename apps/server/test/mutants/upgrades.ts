import type { Mutant } from "./mutant.ts";

const migrateTests = "apps/server/src/db/migrate.test.ts";

export const upgradeMutants: readonly Mutant[] = [
  {
    name: "newer_migration_allows_everybody",
    protects: "money",
    file: "apps/server/src/db/migrationFiles.ts",
    changes: [{ from: "(allows ?? number) > known", to: "(allows ?? known) > known" }],
    killedBy: { file: migrateTests, test: "a server that is older than its database is refused by a newer migration" },
  },
  {
    name: "refused_server_is_ready",
    protects: "money",
    file: "apps/server/src/db/assertDatabaseReady.ts",
    changes: [{ from: "if (refusing)", to: "if (refusing?.number === 0)" }],
    killedBy: {
      file: "apps/server/src/db/rollout.test.ts",
      test: "a running server is ready while each newer migration allows it",
    },
  },
  {
    name: "migration_waits_for_locks_without_limit",
    protects: "access",
    file: "apps/server/src/db/migrate.ts",
    changes: [{ from: "; set local lock_timeout = ${lockTimeoutMs}", to: "" }],
    killedBy: {
      file: migrateTests,
      test: "while somebody uses the table that a migration changes others read the table",
    },
  },
  {
    name: "unfinished_index_is_kept",
    protects: "access",
    file: "apps/server/src/db/migrate.ts",
    changes: [{ from: "drop index concurrently if exists ${name}", to: "select '${name}'" }],
    killedBy: {
      file: migrateTests,
      test: "an index that is created concurrently is created anew by the next start",
    },
  },
];
