import { sql } from "kysely";
import type { Command } from "../command.ts";

type SellerLine = {
  slug: string;
  name: string;
  host: string | null;
  currency: string;
  timezone: string;
  events: number;
  sessions: number;
};

export const sellersCommand: Command = {
  usage: "",
  description: "Lists the sellers with the number of their events and upcoming sessions, and their own hosts",
  run: async (_, { openConnections, now, print }) => {
    const { rows } = await sql<SellerLine>`select s.slug, s.name, s.host, s.currency, s.timezone,
        (select count(*)::int from event_template e where e.seller_id = s.id and not e.retired) as events,
        (select count(*)::int from event_session x where x.seller_id = s.id and not x.retired and x.start_datetime > ${now.toString()}) as sessions
      from seller s where s.preview_of is null order by s.slug`.execute((await openConnections()).acrossSellers());
    for (const { slug, name, host, currency, timezone, events, sessions } of rows)
      print(
        `${slug}\t${name}\t${currency}\t${timezone}\t${counted(events, "event")}\t${counted(sessions, "session")}${host === null ? "" : `\t${host}`}`,
      );
    if (rows.length === 0) print("There are no sellers yet. Import them with: foyer import FILE…");
    return 0;
  },
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
