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
];
