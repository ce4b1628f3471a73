import { Kysely, PostgresDialect, type PostgresPoolClient, type Transaction } from "kysely";
import pg from "pg";
import { BoundedCache } from "../cache/boundedCache.ts";
import { changeReplyTimeout, installReplyTimeout, readInPieces } from "./connection/clientStream.ts";
import { FairSlots } from "./connection/fairSlots.ts";
import { PlanAge } from "./connection/planAge.ts";
import { newId } from "./newId.ts";
import { optionsOf, sessionSettings } from "./connection/sessionSettings.ts";
import { unlimited, type StatementLimit } from "./connection/statementLimit.ts";
import type { Schema } from "./schema/schema.ts";
import { TableGrowth } from "./connection/tableGrowth.ts";
import { allSellers, settingOf, tenantConnection } from "./connection/tenantConnection.ts";

/** A handle bound to one seller: row-level security hides the rows of all others. */
export type Database = Kysely<Schema>;
export type Tx = Transaction<Schema>;

const toInstantText = (text: string) => text.replace(" ", "T").replace(/\+00(?::?00)?$/, "Z");
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, (day) => day);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, toInstantText);

type ServerClient = pg.PoolClient & { foyerOpened?: boolean; foyerBroken?: boolean; foyerPlanAge?: PlanAge };

/** A connection reserved for one workload until the pool runs out or it has been idle too long. */
type ReservedClient = { readonly client: ServerClient; readonly timer: NodeJS.Timeout };
const idleTimeoutMs = 30_000;

/** As long as an error reply may take. A request that waits longer for a connection is refused. */
const waitMs = 5_000;
/** The number of requests that may wait for a connection, of all sellers and of one. */
const maxWaiting = 5_000;
const maxWaitingOfSeller = 1_000;
/** A fifth of the connections is left to other sellers, however many requests of one seller are waiting. */
const shareOfSeller = (max: number): number => max - Math.floor(max / 5);

/** Counts as an outage to the caller: nothing was sent, and the visitor is asked to try again (503 with `Retry-After`). */
const noConnection = (): Error => Object.assign(new Error("No connection to the database is free"), { code: "53300" });

/** Added to the time that a statement may take: by then PostgreSQL has replied, or the connection is dead. */
const answerGraceMs = 2_000;

/** How long a connection may owe the reply to a statement. */
const silenceAfter = (limit: StatementLimit, graceMs: number): number => (limit === unlimited ? 0 : limit + graceMs);

/** Takes the lock that shows that the session's server is running, for as long as the session exists. */
const openSession = "select pg_advisory_lock_shared(hashtextextended('server ' || current_setting('app.server'), 0))";

/** A seller's handles by workload. Requests get the one without a workload. */
type SellerHandles = Map<string | undefined, Database>;

/** Handles of recently served sellers. What a handle keeps, such as its batches, is dropped with it. */
const handleBounds = { maxEntries: 2000, maxBytes: 64 * 1024 * 1024, bytesOf: () => 32 * 1024 } as const;

const dedicatedDatabases = new WeakMap<Database, (lane: string) => Database>();

/**
 * The same database on a connection reserved for this workload, where its statements are already prepared. Inside a
 * transaction it returns the transaction.
 */
export const onDedicatedConnection = (db: Database, workload: string): Database =>
  dedicatedDatabases.get(db)?.(workload) ?? db;

export type ConnectionsConfig = pg.PoolConfig & {
  /** How long the database may owe a reply, in addition to the time that the statement may take. */
  readonly graceMs?: number;
  /**
   * If true, the login itself has the role and the session settings, and each transaction may get another session
   * (`appLogin.ts`). Otherwise the session sets them when it starts.
   */
  readonly isPooled?: boolean;
};

/** All connections of this process. */
export class Connections {
  readonly pool: pg.Pool;
  /**
   * Identifies this server to others. Each of its sessions holds a lock with it. Once no session is left, the server
   * counts as ended, and none of its statements can take effect any more (`http/idempotency/idempotency.sql.ts`).
   */
  readonly serverId: string = newId();
  readonly #bySeller = new BoundedCache<SellerHandles>(handleBounds);
  readonly #reserved = new Map<string, ReservedClient>();
  readonly #growth = new TableGrowth();
  readonly #isPooled: boolean;
  readonly #statementLimit: StatementLimit;
  readonly #graceMs: number;
  /** As many as the pool has connections, so that requests wait here, in turn by seller, and not in the pool's queue. */
  readonly #slots: FairSlots;

  constructor({ graceMs = answerGraceMs, isPooled = false, ...config }: ConnectionsConfig) {
    this.#isPooled = isPooled;
    const { statement_timeout = sessionSettings.statement_timeout } = config;
    this.#statementLimit = Number(statement_timeout);
    this.#graceMs = graceMs;
    const settings = { ...sessionSettings, statement_timeout: String(statement_timeout) };
    this.pool = new pg.Pool({
      max: 20,
      idleTimeoutMillis: idleTimeoutMs,
      connectionTimeoutMillis: waitMs,
      // One connection stays open, which shows that the server is alive.
      min: 1,
      // Statements that are issued without awaiting each other are sent at once (transactPipelined in db/transact.ts).
      pipeline: true,
      // Detects a lost machine while a statement without a time limit runs there.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      types,
      ...config,
      ...(!isPooled && { options: `${config.options ?? ""} ${optionsOf(settings)} -c app.server=${this.serverId}` }),
    });
    const { max } = this.pool.options;
    this.#slots = new FairSlots(
      {
        slots: max,
        slotsOfOne: shareOfSeller(max),
        waiting: maxWaiting,
        waitingOfOne: maxWaitingOfSeller,
        waitMs,
      },
      noConnection,
    );
    // An idle connection that breaks is replaced at its next use.
    this.pool.on("error", () => undefined);
    // A checked-out connection that breaks fails its next statement. Without this listener the error event would end the
    // process.
    this.pool.on("connect", (client: ServerClient) => {
      const onBroken = (): void => {
        client.foyerBroken = true;
        for (const [workload, reserved] of this.#reserved) if (reserved.client === client) this.#release(workload);
      };
      installReplyTimeout(client, silenceAfter(this.#statementLimit, graceMs));
      readInPieces(client);
      client.on("error", onBroken);
      client.on("end", onBroken);
    });
  }

  /** Connections that are checked out, without the reserved ones. */
  get busyCount(): number {
    return this.pool.totalCount - this.pool.idleCount - this.#reserved.size;
  }

  /** Requests that wait for a connection. */
  get waitingCount(): number {
    return this.#slots.waiting + this.pool.waitingCount;
  }

  #reserve(workload: string, client: ServerClient): void {
    const isNeeded = this.waitingCount > 0 || this.pool.ending;
    if (client.foyerBroken || isNeeded || this.#reserved.has(workload)) return client.release(client.foyerBroken);
    this.#reserved.set(workload, { client, timer: setTimeout(() => this.#release(workload), idleTimeoutMs).unref() });
  }
  #takeReserved(workload: string): ServerClient | undefined {
    const reserved = this.#reserved.get(workload);
    clearTimeout(reserved?.timer);
    this.#reserved.delete(workload);
    return reserved?.client;
  }
  #release(workload: string): void {
    const client = this.#takeReserved(workload);
    client?.release(client.foyerBroken);
  }

  /** Acquires a client without setting a seller. */
  async #acquire(workload?: string): Promise<ServerClient> {
    const reserved = workload === undefined ? undefined : this.#takeReserved(workload);
    const { idleCount, totalCount, options } = this.pool;
    // A request must not wait for a connection that is merely reserved.
    if (!reserved && idleCount === 0 && totalCount >= options.max)
      for (const other of this.#reserved.keys()) this.#release(other);
    const client: ServerClient = reserved ?? (await this.pool.connect());
    // Listeners of the pool's `acquire` event expect reserved connections too.
    if (reserved) this.pool.emit("acquire", reserved);
    if (client.foyerOpened || this.#isPooled) return client;
    try {
      await client.query(openSession);
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.foyerOpened = true;
    client.foyerPlanAge = new PlanAge(performance.now(), this.#growth);
    return client;
  }

  /** A connection whose transactions see the rows of one seller, or of all. */
  async acquire(sellerId: string, workload?: string): Promise<PostgresPoolClient> {
    const setSeller = settingOf(sellerId);
    const freeSlot = await this.#slots.take(sellerId);
    try {
      const client = await this.#acquire(workload);
      if (!this.#isPooled) this.#growth.readWith(client, performance.now());
      return tenantConnection(client, {
        setSeller,
        keepsPlans: !this.#isPooled,
        planAge: client.foyerPlanAge,
        waitFor: (limit = this.#statementLimit) => changeReplyTimeout(client, silenceAfter(limit, this.#graceMs)),
        release: () => {
          if (workload === undefined) client.release();
          else this.#reserve(workload, client);
          freeSlot();
        },
      });
    } catch (error) {
      freeSlot();
      throw error;
    }
  }

  forSeller(sellerId: string, workload?: string): Database {
    const known = this.#bySeller.get(sellerId);
    const existing = known?.get(workload);
    if (existing) return existing;
    const connect = (): Promise<PostgresPoolClient> => this.acquire(sellerId, workload);
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
    return this.forSeller(allSellers);
  }

  async close(): Promise<void> {
    this.#slots.close();
    for (const workload of this.#reserved.keys()) this.#release(workload);
    await this.pool.end();
  }
}
