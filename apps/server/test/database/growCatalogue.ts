import pg from "pg";
import { withAnswer } from "../../src/db/statements/statement.ts";
import type { TestApp } from "../app/testApp.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import { ownerOf } from "./cloneDatabase.ts";

/**
 * The tables of a catalogue, each after those that it refers to, with the columns in which a copy differs from the
 * original row.
 */
const tables: Readonly<Record<string, readonly string[]>> = {
  seller: [],
  venue: ["id"],
  event_template: ["id", "venue_id"],
  ticket_group: ["id", "event_template_id"],
  ticket_type: ["id", "ticket_group_id"],
  event_session: ["id", "event_template_id"],
};
/** Tables that all copies of one seller share. */
const shared = new Set(["seller", "venue"]);

const columnsOf = async (client: pg.Client, table: string): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows.map(({ name }) => name);
};

const copyOf = (of: string, copy: string): string => `md5(${of}::text || ${copy})::uuid`;

type Growth = {
  /** The number of events to add to the shop. */
  readonly events: number;
  /** The number of other sellers, with one event each. */
  readonly sellers: number;
};

/** Copies a shop's first event, with its groups, types and sessions. The shop has to have no other events. */
export const growCatalogue = async (server: TestApp, shop: TestShop, { events, sellers }: Growth): Promise<void> => {
  const client = new pg.Client(ownerOf(server.databaseConfig));
  await client.connect();
  try {
    await client.query("set app.seller = '*'");
    for (const [table, own] of Object.entries(tables)) {
      const columns = await columnsOf(client, table);
      const copy = (isOther: boolean): string => {
        const valueOf = (column: string): string => {
          if (table === "seller" && column === "id") return copyOf("o.id", "n");
          if (table === "seller" && column === "slug") return "o.slug || n";
          if (column === "seller_id") return isOther ? copyOf("o.seller_id", "n") : "o.seller_id";
          if (column === "venue_id" && !isOther) return "o.venue_id";
          if (own.includes(column)) return copyOf(`o.${column}`, `'${isOther ? "other" : "own"}' || n`);
          return column === "key" && table === "event_template" ? "o.key || n" : `o.${column}`;
        };
        const key = table === "seller" ? "id" : "seller_id";
        return `insert into ${table} (${columns.join(", ")}) select ${columns.map(valueOf).join(", ")}
          from ${table} o, generate_series(1, ${isOther ? sellers : events}) n where o.${key} = $1 ${withAnswer}`;
      };
      // The other sellers first: they copy what the shop has before it grows.
      await client.query(copy(true), [shop.seller_id]);
      if (!shared.has(table)) await client.query(copy(false), [shop.seller_id]);
    }
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
};
