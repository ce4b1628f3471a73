import { Kysely, PostgresDialect, type PostgresPoolClient, type Transaction } from "kysely";
import pg from "pg";
import { createHash } from "node:crypto";
import { newId } from "./newId.ts";
import { isAborted, isStalePlan } from "../errors/isRetryable.ts";
import { BoundedCache } from "../cache/boundedCache.ts";
import type { Schema } from "./schema/schema.ts";

/** A handle that is bound to one seller: row-level security hides the rows of all others. */
export type Database = Kysely<Schema>;
export type Tx = Transaction<Schema>;

const toInstantText = (text: string) => text.replace(" ", "T").replace(/\+00(?::?00)?$/, "Z");
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, (day) => day);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, toInstantText);

type TenantClient = pg.PoolClient & { foyerSeller?: string; foyerBroken?: boolean };

/** A connection that is kept for one workload until the pool runs out or it was idle too long. */
type ReservedClient = { readonly client: TenantClient; readonly timer: NodeJS.Timeout };
const idleTimeoutMs = 30_000;

/** Names of prepared statements by text: each connection parses and plans a text once. */
const statementNames = new Map<string, string>();
/** Texts that are built per call would fill PostgreSQL's memory with plans. Those beyond this number are not prepared. */
const maxPreparedTexts = 2000;
const canPrepare = (text: string): boolean => statementNames.size < maxPreparedTexts || statementNames.has(text);
/** Part of the names, so that new ones prepare every statement anew on every connection. */
let planGeneration = 0;

/** After a migration has changed a table. */
const forgetStalePlan = (text: string, name: string) => (error: unknown) => {
  if (!isStalePlan(error) || statementNames.get(text) !== name) return;
  planGeneration += 1;
  statementNames.clear();
};
export const statementName = (text: string): string => {
  const existing = statementNames.get(text);
  if (existing) return existing;
  const name = `f${createHash("sha1").update(text).digest("hex").slice(0, 16)}${planGeneration || ""}`;
  if (canPrepare(text)) statementNames.set(text, name);
  return name;
};

/** A statement with this prefix is not prepared, so its plan is not kept. */
export const freshPlanPrefix = "/* planned anew */ ";

type ClientStream = {
  cork(): void;
  uncork(): void;
  setTimeout(milliseconds: number, onSilence: () => void): void;
  destroy(error: Error): void;
};
type StreamingClient = {
  readonly connection?: { readonly stream?: ClientStream };
  readonly readyForQuery?: boolean;
  foyerCorked?: boolean;
};

const streamingClient = (client: pg.PoolClient): StreamingClient => client as unknown as StreamingClient;

/** Longer than a statement may take: PostgreSQL has answered by then, or the line is dead. */
const silenceTimeoutMs = 12_000;

/**
 * Breaks a connection that owes an answer and stays silent, as when the database's machine is lost. TCP alone would wait
 * for a quarter of an hour.
 */
const breakWhenSilent = (client: pg.PoolClient, milliseconds: number): void => {
  const streaming = streamingClient(client);
  const stream = streaming.connection?.stream;
  stream?.setTimeout(milliseconds, () => {
    if (streaming.readyForQuery === false)
      stream.destroy(Object.assign(new Error("The database does not answer"), { code: "ETIMEDOUT" }));
  });
};

/** Sends all statements of one tick in one packet: each write is a system call, and a pipeline has dozens of statements. */
const corkUntilNextTick = (client: pg.PoolClient): void => {
  const streaming = streamingClient(client);
  const stream = streaming.connection?.stream;
  if (streaming.foyerCorked || !stream) return;
  streaming.foyerCorked = true;
  stream.cork();
  process.nextTick(() => {
    streaming.foyerCorked = false;
    stream.uncork();
  });
};

const withPreparedStatements = (client: pg.PoolClient, release: () => void): PostgresPoolClient => {
  const send = (text: string | object, values?: unknown[]): Promise<object> => {
    const isPrepared =
      typeof text === "string" && values !== undefined && !text.startsWith(freshPlanPrefix) && canPrepare(text);
    if (!isPrepared) return client.query(text as string, values);
    const name = statementName(text);
    const pending = client.query({ text, values, name });
    pending.catch(forgetStalePlan(text, name));
    return pending;
  };
  let firstFailure: unknown;
  /** Statements behind a failed one are only told that the transaction is aborted; whoever waits for them learns why. */
  const explainFailure = (error: unknown): void => {
    if (isAborted(error)) error.cause = firstFailure;
    else firstFailure ??= error;
  };
  const query = (text: string | object, values?: unknown[]): Promise<object> => {
    corkUntilNextTick(client);
    const pending = send(text, values);
    pending.catch(explainFailure);
    if (text !== "begin") return pending;
    // Not awaited: the next statement is queued behind it, and where `begin` fails the connection is broken anyway.
    return Promise.resolve({ command: "BEGIN", rowCount: 0, rows: [] });
  };
  return { query: query as unknown as PostgresPoolClient["query"], release };
};

const sessionOptions = [
  "-c timezone=UTC -c datestyle=ISO -c jit=off",
  // A statement of a killed server that waits for a lock ends within this time, instead of taking effect later.
  "-c client_connection_check_interval=1000",
].join(" ");

const setSeller = "select set_config('app.seller', $1, false)";
/** A session's first statement also takes the lock that shows that its server lives, as long as the session exists. */
const openSession = `${setSeller}, pg_advisory_lock_shared(hashtextextended('server ' || current_setting('app.server'), 0))`;

/** A seller's handles. Without a workload: the one that requests get. */
type SellerHandles = Map<string | undefined, Database>;

/** The handles of the sellers that were served last; what is kept by a handle, such as its batches, goes with it. */
const handleBounds = { maxEntries: 2000, maxBytes: 64 * 1024 * 1024, bytesOf: () => 32 * 1024 } as const;

const dedicatedDatabases = new WeakMap<Database, (lane: string) => Database>();

/**
 * The same database on a connection reserved for this workload, where its statements are prepared already. Inside a
 * transaction it returns the transaction.
 */
export const onDedicatedConnection = (db: Database, workload: string): Database =>
  dedicatedDatabases.get(db)?.(workload) ?? db;

/** `silenceMs`: how long the database may owe an answer. */
export type ConnectionsConfig = pg.PoolConfig & { readonly silenceMs?: number };

/** All connections of this process. */
export class Connections {
  readonly pool: pg.Pool;
  /**
   * Identifies this server to others. Each of its sessions holds a lock by it, so that it counts as ended when no session
   * of it is left, and no statement of it can take effect any more (`http/idempotency/idempotency.sql.ts`).
   */
  readonly serverId: string = newId();
  readonly #bySeller = new BoundedCache<SellerHandles>(handleBounds);
  readonly #reserved = new Map<string, ReservedClient>();

  constructor({ silenceMs = silenceTimeoutMs, ...config }: ConnectionsConfig) {
    this.pool = new pg.Pool({
      max: 20,
      idleTimeoutMillis: idleTimeoutMs,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 10_000,
      // One stays open, so that the server can be seen to live.
      min: 1,
      // Statements that are issued without awaiting each other are sent at once (transactPipelined in db/transact.ts).
      pipeline: true,
      types,
      ...config,
      options: `${config.options ?? ""} ${sessionOptions} -c app.server=${this.serverId}`,
    });
    // An idle connection that breaks is replaced at its next use.
    this.pool.on("error", () => undefined);
    // A checked-out connection that breaks fails its next statement. Without this listener the error event would end the
    // process.
    this.pool.on("connect", (client: TenantClient) => {
      const onBroken = (): void => {
        client.foyerBroken = true;
        for (const [workload, reserved] of this.#reserved) if (reserved.client === client) this.#release(workload);
      };
      breakWhenSilent(client, silenceMs);
      client.on("error", onBroken);
      client.on("end", onBroken);
    });
  }

  /** Connections that are checked out, without the reserved ones. */
  get busyCount(): number {
    return this.pool.totalCount - this.pool.idleCount - this.#reserved.size;
  }

  #reserve(workload: string, client: TenantClient): void {
    const isNeeded = this.pool.waitingCount > 0 || this.pool.ending;
    if (client.foyerBroken || isNeeded || this.#reserved.has(workload)) return client.release(client.foyerBroken);
    this.#reserved.set(workload, { client, timer: setTimeout(() => this.#release(workload), idleTimeoutMs).unref() });
  }
  #takeReserved(workload: string): TenantClient | undefined {
    const reserved = this.#reserved.get(workload);
    clearTimeout(reserved?.timer);
    this.#reserved.delete(workload);
    return reserved?.client;
  }
  #release(workload: string): void {
    const client = this.#takeReserved(workload);
    client?.release(client.foyerBroken);
  }

  /** A client whose row-level security is set to this seller; '*' stands for all sellers. */
  async acquire(sellerId: string, workload?: string): Promise<pg.PoolClient> {
    const reserved = workload === undefined ? undefined : this.#takeReserved(workload);
    const { idleCount, totalCount, options } = this.pool;
    // A request must not wait for a connection that is only reserved.
    if (!reserved && idleCount === 0 && totalCount >= options.max)
      for (const other of this.#reserved.keys()) this.#release(other);
    const client: TenantClient = reserved ?? (await this.pool.connect());
    // Listeners of the pool's `acquire` event expect reserved connections too.
    if (reserved) this.pool.emit("acquire", reserved);
    if (client.foyerSeller === sellerId) return client;
    try {
      const isNew = client.foyerSeller === undefined;
      await client.query({
        text: isNew ? openSession : setSeller,
        values: [sellerId],
        name: isNew ? "open_session" : "set_seller",
      });
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.foyerSeller = sellerId;
    return client;
  }

  forSeller(sellerId: string, workload?: string): Database {
    const known = this.#bySeller.get(sellerId);
    const existing = known?.get(workload);
    if (existing) return existing;
    const connect = async (): Promise<PostgresPoolClient> => {
      const client = await this.acquire(sellerId, workload);
      return withPreparedStatements(client, () =>
        workload === undefined ? client.release() : this.#reserve(workload, client),
      );
    };
    const database = new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: { connect, end: async () => undefined } }),
    });
    const handles: SellerHandles = known ?? new Map();
    handles.set(workload, database);
    if (!known) this.#bySeller.set(sellerId, handles);
    if (workload === undefined) dedicatedDatabases.set(database, (workload) => this.forSeller(sellerId, workload));
    return database;
  }

  /** For work that belongs to no single seller: jobs, commands, finding a seller by slug. */
  acrossSellers(): Database {
    return this.forSeller("*");
  }

  async close(): Promise<void> {
    for (const workload of this.#reserved.keys()) this.#release(workload);
    await this.pool.end();
  }
}
