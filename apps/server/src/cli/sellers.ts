import { sql } from "kysely";
import type { Command } from "./command.ts";

type Line = { slug: string; name: string; currency: string; timezone: string; events: number; sessions: number };

export const listSellers: Command = {
  takes: "",
  says: "Lists the sellers, with their events and sessions to come",
  run: async (_, { open, now, print }) => {
    const { rows } = await sql<Line>`select s.slug, s.name, s.currency, s.timezone,
        (select count(*) from event_template e where e.seller_id = s.id and not e.retired) as events,
        (select count(*) from event_session x where x.seller_id = s.id and not x.retired and x.start_datetime > ${now.toString()}) as sessions
      from seller s order by s.slug`.execute((await open()).acrossSellers());
    for (const { slug, name, currency, timezone, events, sessions } of rows)
      print(`${slug}\t${name}\t${currency}\t${timezone}\t${events} events\t${sessions} sessions`);
    if (rows.length === 0) print("There are no sellers yet: foyer import FILE… brings them in.");
    return 0;
  },
};
