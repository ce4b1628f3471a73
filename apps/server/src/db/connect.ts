import { Kysely, PostgresDialect, type PostgresPoolClient, type Transaction } from "kysely";
import pg from "pg";
import { createHash } from "node:crypto";
import type { Schema } from "./schema.ts";

/** The database as seen by one seller: row-level security shows nothing of any other. */
export type Database = Kysely<Schema>;
export type Tx = Transaction<Schema>;

const asInstant = (text: string) => text.replace(" ", "T").replace(/\+00(?::?00)?$/, "Z");
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, (day) => day);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, asInstant);

type TenantClient = pg.PoolClient & { foyerSeller?: string };

/** Statement names by text, so that a text is parsed and planned once for each connection. */
const names = new Map<string, string>();
export const statementName = (text: string): string => {
  const known = names.get(text);
  if (known) return known;
  const name = `f${createHash("sha1").update(text).digest("hex").slice(0, 16)}`;
  // A text that is built anew for each call would fill the server's memory with plans.
  if (names.size < 2000) names.set(text, name);
  return name;
};

/** A text that begins like this gets no name, and so no plan that is kept. */
export const plannedAnew = "/* planned anew */ ";

type Stream = { cork(): void; uncork(): void };
type Gathering = { readonly connection?: { readonly stream?: Stream }; foyerGathers?: boolean };

/** What is said in one breath goes out in one piece: each piece is a call of the system, and there are dozens of statements. */
const gather = (client: pg.PoolClient): void => {
  const gathering = client as unknown as Gathering;
  const stream = gathering.connection?.stream;
  if (gathering.foyerGathers || !stream) return;
  gathering.foyerGathers = true;
  stream.cork();
  process.nextTick(() => {
    gathering.foyerGathers = false;
    stream.uncork();
  });
};

const prepared = (client: pg.PoolClient): PostgresPoolClient => {
  const say = (text: string | object, values?: unknown[]): Promise<object> =>
    typeof text === "string" && values !== undefined && names.size < 2000 && !text.startsWith(plannedAnew)
      ? client.query({ text, values, name: statementName(text) })
      : client.query(text as string, values);
  const query = (text: string | object, values?: unknown[]): Promise<object> => {
    gather(client);
    const said = say(text, values);
    if (text !== "begin") return said;
    // Not waited for: what is said next goes after it, and where a beginning fails the connection is gone.
    said.catch(() => undefined);
    return Promise.resolve({ command: "BEGIN", rowCount: 0, rows: [] });
  };
  return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release() };
};

const sessionOptions = "-c timezone=UTC -c datestyle=ISO -c jit=off";

/** All connections of this process. */
export class Connections {
  readonly pool: pg.Pool;
  #bySeller = new Map<string, Database>();

  constructor(config: pg.PoolConfig) {
    this.pool = new pg.Pool({
      max: 20,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 10_000,
      // Whoever says several statements at once (db/transact.ts, transactOnWire) has them sent at once.
      pipeline: true,
      types,
      ...config,
      options: `${config.options ?? ""} ${sessionOptions}`,
    });
    // A connection that breaks while idle is replaced at the next use.
    this.pool.on("error", () => undefined);
    // One that breaks in the hands of somebody who waits for no answer just then tells it with their next statement. An
    // error that nobody listens to would end the process, and with it everybody else's work.
    this.pool.on("connect", (client) => void client.on("error", () => undefined));
  }

  /** A client whose row-level security stands on this seller ('*': every seller, for jobs and the command line). */
  async acquire(sellerId: string): Promise<pg.PoolClient> {
    const client = (await this.pool.connect()) as TenantClient;
    if (client.foyerSeller === sellerId) return client;
    try {
      await client.query({
        text: "select set_config('app.seller', $1, false)",
        values: [sellerId],
        name: "set_seller",
      });
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.foyerSeller = sellerId;
    return client;
  }

  of(sellerId: string): Database {
    const known = this.#bySeller.get(sellerId);
    if (known) return known;
    const database = new Kysely<Schema>({
      dialect: new PostgresDialect({
        pool: { connect: async () => prepared(await this.acquire(sellerId)), end: async () => undefined },
      }),
    });
    this.#bySeller.set(sellerId, database);
    return database;
  }

  /** For work that belongs to no single seller: jobs, the command line, finding a seller by its slug. */
  acrossSellers(): Database {
    return this.of("*");
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
