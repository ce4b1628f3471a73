import pg from "pg";
import { afterAll, expect } from "vitest";
import { ownerOf } from "../cloneDatabase.ts";
import { watchQuery } from "../statements/watchQuery.ts";
import { plansTables, shardsOf } from "./shardsOf.ts";

type Sent = { readonly seller: string; readonly database: string | undefined; readonly values: readonly unknown[] };

declare global {
  /** Statements for one seller that this process sent, by text: those since the last check, and those already explained. */
  var sentToShards: { readonly fresh: Map<string, Sent>; readonly explained: Set<string> } | undefined;
}

/** A process runs several test files, so the client is only patched once. */
const watchStatements = (): NonNullable<typeof globalThis.sentToShards> => {
  if (globalThis.sentToShards) return globalThis.sentToShards;
  const seen = { fresh: new Map<string, Sent>(), explained: new Set<string>() };
  globalThis.sentToShards = seen;
  const sellers = new WeakMap<pg.Client, string>();
  const original = Reflect.get(pg.Client.prototype, "query") as (this: unknown, ...args: unknown[]) => unknown;
  const query = function (this: pg.Client, ...args: unknown[]): unknown {
    const [first, second] = args as [string | { text?: string; values?: unknown[] }, unknown[]?];
    const text = (typeof first === "string" ? first : first.text) ?? "";
    const begun = /set local app\.seller = '([^']+)'/.exec(text)?.[1];
    if (begun !== undefined) sellers.set(this, begun);
    else if (text === "commit" || text === "rollback") sellers.delete(this);
    const seller = sellers.get(this);
    if (begun !== undefined || seller === undefined || seller === "*" || seen.explained.has(text) || !plansTables(text))
      return original.apply(this, args);
    const values = (typeof first === "string" ? second : (first.values ?? second)) ?? [];
    return watchQuery({ original, client: this, args }, (error) => {
      // A statement that the database refused has failed its own test, or was meant to be refused.
      if (error !== undefined || seen.explained.has(text)) return;
      seen.fresh.set(text, { seller, database: this.database, values });
    });
  };
  Reflect.set(pg.Client.prototype, "query", query);
  return seen;
};

const { fresh, explained } = watchStatements();

/** Explains the new statements. Returns those that do not go to a single shard. */
const explainFresh = async (): Promise<string[]> => {
  const several: string[] = [];
  const byDatabase = Map.groupBy(fresh, ([, { database }]) => database);
  for (const [database, statements] of byDatabase) {
    const client = new pg.Client({ ...ownerOf({ database }) });
    await client.connect();
    for (const [text, { seller, values }] of statements) {
      explained.add(text);
      const shards = await shardsOf(client, { seller, text, values }).catch((error: Error) => error.message);
      if (shards !== "one") several.push(`${shards}: ${text}`);
    }
    await client.end();
  }
  fresh.clear();
  return several;
};

/** Asserts, in all tests on a cluster, that every statement sent for one seller goes to that seller's only shard. */
afterAll(async () => {
  expect(await explainFresh()).toEqual([]);
});
