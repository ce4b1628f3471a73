import type { Mutant } from "./mutant.ts";

export const infraMutants: readonly Mutant[] = [
  {
    name: "idempotency_key_ignored",
    protects: "money",
    file: "apps/server/src/http/idempotency.sql.ts",
    changes: [{ from: "if (row) return row.is_mine ? undefined : row;", to: "if (row) return undefined;" }],
    killedBy: {
      file: "apps/server/src/http/idempotency.race.test.ts",
      test: "a repeated idempotency key replays the first reply and does nothing more",
    },
  },
  {
    name: "connection_keeps_its_seller",
    protects: "tenancy",
    file: "apps/server/src/db/connections.ts",
    changes: [
      {
        from: "if (client.foyerSeller === sellerId) return client;",
        to: "if (client.foyerSeller !== undefined) return client;",
      },
    ],
    killedBy: {
      file: "apps/server/src/db/connections.dedicated.test.ts",
      test: "a dedicated connection is switched to the seller of each statement",
    },
  },
  {
    name: "all_sellers_for_one",
    protects: "tenancy",
    file: "apps/server/src/db/connections.ts",
    changes: [{ from: "        values: [sellerId],\n", to: '        values: ["*"],\n' }],
    killedBy: {
      file: "apps/server/src/db/connections.dedicated.test.ts",
      test: "a dedicated connection is switched to the seller of each statement",
    },
  },
];
