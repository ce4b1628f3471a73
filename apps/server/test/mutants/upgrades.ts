import type { Mutant } from "./mutant.ts";

const migrateTests = "apps/server/src/db/migrate/migrate.test.ts";

const releaseFileTests = "apps/server/src/page/releaseFiles.test.ts";

const clusterMigrationTests = "apps/server/src/db/cluster/migrateCluster.test.ts";

export const upgradeMutants: readonly Mutant[] = [
  {
    name: "newer_migration_allows_everybody",
    protects: "money",
    file: "apps/server/src/db/migrate/migrationFiles.ts",
    changes: [{ from: "(allows ?? number) > known", to: "(allows ?? known) > known" }],
    killedBy: { file: migrateTests, test: "a server that is older than its database is refused by a newer migration" },
  },
  {
    name: "refused_server_is_ready",
    protects: "money",
    file: "apps/server/src/db/migrate/assertDatabaseReady.ts",
    changes: [{ from: "if (refusing)", to: "if (refusing?.number === 0)" }],
    killedBy: {
      file: "apps/server/src/db/migrate/rollout.test.ts",
      test: "a running server is ready while each newer migration allows it",
    },
  },
  {
    name: "migration_waits_for_locks_without_limit",
    protects: "access",
    file: "apps/server/src/db/migrate/migrate.ts",
    changes: [{ from: "; set local lock_timeout = ${lockTimeoutMs}", to: "" }],
    killedBy: {
      file: migrateTests,
      test: "while somebody uses the table that a migration changes others read the table",
    },
  },
  {
    name: "unfinished_index_is_kept",
    protects: "access",
    file: "apps/server/src/db/migrate/migrate.ts",
    changes: [{ from: "drop index concurrently if exists ${name}", to: "select '${name}'" }],
    killedBy: {
      file: migrateTests,
      test: "an index that is created concurrently is created anew by the next start",
    },
  },
  {
    name: "files_of_another_release_are_not_found",
    protects: "access",
    file: "apps/server/src/page/releaseFiles.ts",
    changes: [
      { from: "if (type === undefined || ownFiles.has(name)) return;", to: "if (!ownFiles.has(name)) return;" },
    ],
    killedBy: { file: releaseFileTests, test: "a server of each release answers the scripts of the other one's pages" },
  },
  {
    name: "release_that_started_again_is_old",
    protects: "access",
    file: "apps/server/src/page/releaseFiles.sql.ts",
    changes: [{ from: "set started_at = excluded.started_at", to: "set id = excluded.id" }],
    killedBy: { file: releaseFileTests, test: "the files of the ten releases that started last are kept" },
  },
  {
    name: "closing_server_is_ready",
    protects: "access",
    file: "apps/server/src/http/health/healthChecks.ts",
    changes: [{ from: "if (draining.hasBegun) return notReady();", to: "" }],
    killedBy: {
      file: "apps/server/src/health.test.ts",
      test: "a server that is about to close is not ready, serves on and closes each connection",
    },
  },
  {
    name: "closing_server_keeps_connections",
    protects: "access",
    file: "apps/server/src/http/requestDrain.ts",
    changes: [{ from: 'if (draining.hasBegun) reply.header("connection", "close");', to: "" }],
    killedBy: {
      file: "apps/server/src/health.test.ts",
      test: "a server that is about to close is not ready, serves on and closes each connection",
    },
  },
  {
    name: "new_table_stays_on_coordinator",
    protects: "access",
    file: "apps/server/src/db/cluster/migrateCluster.ts",
    changes: [{ from: "await distributeTable(client, table);", to: "" }],
    killedBy: {
      file: clusterMigrationTests,
      test: "a migration of a cluster makes the same tables as of one database, and distributes each new one",
    },
  },
  {
    name: "new_table_is_apart_from_others",
    protects: "access",
    file: "apps/server/src/db/cluster/distribute.ts",
    changes: [{ from: "then 'cart' else", to: "then 'default' else" }],
    killedBy: {
      file: clusterMigrationTests,
      test: "a migration of a cluster makes the same tables as of one database, and distributes each new one",
    },
  },
  {
    name: "journal_keeps_copied_rows_on_coordinator",
    protects: "access",
    file: "apps/server/src/db/cluster/distribute.ts",
    changes: [{ from: 'await switchTriggers("disable");', to: "" }],
    killedBy: {
      file: "apps/server/src/db/cluster/distribute.test.ts",
      test: "rows that were copied to the nodes are removed from the coordinator",
    },
  },
];
