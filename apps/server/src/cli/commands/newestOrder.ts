import { sql } from "kysely";
import type { Command } from "../command.ts";

const noOrder = "none";

/** `foyer newest-order`: for a restore test, which compares the restored orders with the sold ones. */
export const newestOrderCommand: Command = {
  usage: "[--not-before MOMENT]",
  description: [
    "Prints the time of the newest order of all sellers in UTC, or none",
    "With --not-before: exit code 1 if no order is as new as that time; none always succeeds",
  ].join("\n"),
  run: async (args, { openConnections, print }) => {
    const least = leastOf(args);
    const { rows } = await sql<{ made: string | null }>`
      select to_char(max(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as made
      from ticket_order`.execute((await openConnections()).acrossSellers());
    const newest = rows[0]?.made ?? noOrder;
    print(newest);
    if (least === undefined || least === noOrder) return 0;
    return newest !== noOrder && Temporal.Instant.compare(newest, least) >= 0 ? 0 : 1;
  },
};

const leastOf = (args: readonly string[]): string | undefined => {
  const [option, moment, ...rest] = args;
  if (option === undefined) return undefined;
  if (option !== "--not-before" || moment === undefined || rest.length > 0)
    throw new Error("foyer newest-order [--not-before MOMENT]");
  return moment;
};
