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

type TenantClient = pg.PoolClient & { foyerSeller?: string; foyerBroken?: boolean };

/** Kept out of the pool for its lane, until somebody needs it more or it was idle for as long as any other. */
type Kept = { readonly client: TenantClient; readonly timer: NodeJS.Timeout };
const idleMillis = 30_000;

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

const prepared = (client: pg.PoolClient, release: () => void): PostgresPoolClient => {
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
  return { query: query as unknown as PostgresPoolClient["query"], release };
};

const sessionOptions = "-c timezone=UTC -c datestyle=ISO -c jit=off";

const lanes = new WeakMap<Database, (lane: string) => Database>();

/**
 * The same database by a connection that does this kind of work and little else, as far as there is one: what is said on it
 * is parsed and planned already. A transaction stays where it is.
 */
export const inLane = (db: Database, lane: string): Database => lanes.get(db)?.(lane) ?? db;

/** All connections of this process. */
export class Connections {
  readonly pool: pg.Pool;
  #bySeller = new Map<string, Database>();
  readonly #kept = new Map<string, Kept>();

  constructor(config: pg.PoolConfig) {
    this.pool = new pg.Pool({
      max: 20,
      idleTimeoutMillis: idleMillis,
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
    this.pool.on("connect", (client: TenantClient) => {
      const breaks = (): void => {
        client.foyerBroken = true;
        for (const [lane, kept] of this.#kept) if (kept.client === client) this.#letGo(lane);
      };
      client.on("error", breaks);
      client.on("end", breaks);
    });
  }

  /** So many somebody has in their hands at this moment. */
  get busy(): number {
    return this.pool.totalCount - this.pool.idleCount - this.#kept.size;
  }

  #keep(lane: string, client: TenantClient): void {
    const isWanted = this.pool.waitingCount > 0 || this.pool.ending;
    if (client.foyerBroken || isWanted || this.#kept.has(lane)) return client.release(client.foyerBroken);
    this.#kept.set(lane, { client, timer: setTimeout(() => this.#letGo(lane), idleMillis).unref() });
  }
  #take(lane: string): TenantClient | undefined {
    const kept = this.#kept.get(lane);
    clearTimeout(kept?.timer);
    this.#kept.delete(lane);
    return kept?.client;
  }
  #letGo(lane: string): void {
    const client = this.#take(lane);
    client?.release(client.foyerBroken);
  }

  /** A client whose row-level security stands on this seller ('*': every seller, for jobs and the command line). */
  async acquire(sellerId: string, lane?: string): Promise<pg.PoolClient> {
    const kept = lane === undefined ? undefined : this.#take(lane);
    const { idleCount, totalCount, options } = this.pool;
    // Nobody waits for what is only kept.
    if (!kept && idleCount === 0 && totalCount >= options.max)
      for (const other of this.#kept.keys()) this.#letGo(other);
    const client: TenantClient = kept ?? (await this.pool.connect());
    // Whoever listens for connections that are handed out hears of these too.
    if (kept) this.pool.emit("acquire", kept);
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

  of(sellerId: string, lane?: string): Database {
    const key = lane === undefined ? sellerId : `${sellerId} ${lane}`;
    const known = this.#bySeller.get(key);
    if (known) return known;
    const connect = async (): Promise<PostgresPoolClient> => {
      const client = await this.acquire(sellerId, lane);
      return prepared(client, () => (lane === undefined ? client.release() : this.#keep(lane, client)));
    };
    const database = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: { connect, end: async () => undefined } }),
    });
    this.#bySeller.set(key, database);
    if (lane === undefined) lanes.set(database, (lane) => this.of(sellerId, lane));
    return database;
  }

  /** For work that belongs to no single seller: jobs, the command line, finding a seller by its slug. */
  acrossSellers(): Database {
    return this.of("*");
  }

  async close(): Promise<void> {
    for (const lane of this.#kept.keys()) this.#letGo(lane);
    await this.pool.end();
  }
}
