import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../db/connections.ts";
import type { Command } from "../command.ts";

type SellerLine = {
  id: string;
  slug: string;
  name: string;
  host: string | null;
  currency: string;
  timezone: string;
};

export const sellersCommand: Command = {
  usage: "",
  description: "Lists the sellers with the number of their events and upcoming sessions, and their own hosts",
  run: async (_, { openConnections, now, print }) => {
    const acrossSellers = (await openConnections()).acrossSellers();
    const { rows } = await sql<SellerLine>`
      select id, slug, name, host, currency, timezone from seller where preview_of is null order by slug`.execute(
      acrossSellers,
    );
    const events = await countsOf(acrossSellers, sql`event_template where not retired`);
    const sessions = await countsOf(
      acrossSellers,
      sql`event_session where not retired and start_datetime > ${now.toString()}`,
    );
    for (const { id, slug, name, host, currency, timezone } of rows)
      print(
        `${slug}\t${name}\t${currency}\t${timezone}\t${counted(events.get(id) ?? 0, "event")}\t${counted(sessions.get(id) ?? 0, "session")}${host === null ? "" : `\t${host}`}`,
      );
    if (rows.length === 0) print("There are no sellers yet. Import them with: foyer import FILE…");
    return 0;
  },
};

/**
 * Counts rows by seller. They are counted separately, since every node of a cluster has the sellers but only one has a
 * seller's rows.
 */
const countsOf = async (acrossSellers: Database, rowsOf: RawBuilder<unknown>): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ seller_id: string; n: number }>`
    select seller_id, count(*)::int as n from ${rowsOf} group by seller_id`.execute(acrossSellers);
  return new Map(rows.map(({ seller_id, n }) => [seller_id, n]));
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
