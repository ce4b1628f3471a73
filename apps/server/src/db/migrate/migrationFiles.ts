import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

export type Migration = {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
  /**
   * The oldest server that may work with the migrated database, as the number of the newest migration that it knows.
   * `null`: only servers that have this migration.
   */
  readonly allows: number | null;
  /** The indexes that the file creates without locking their tables. Such a file runs outside a transaction. */
  readonly indexes: readonly ConcurrentIndex[];
};

export type ConcurrentIndex = { readonly name: string; readonly statement: string };

export const migrationsFolder = join(import.meta.dirname, "../migrations");

/** Reads the migrations of this server in order. Refuses gaps, wrong names and invalid markers. */
export const readMigrations = async (folder = migrationsFolder): Promise<Migration[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (file, index) => {
      const [, digits, name] = /^(\d{4})_(\w+)\.sql$/.exec(file) ?? [];
      if (!digits || !name) throw new Error(`The migration ${file} must be named like 0001_what_it_does.sql.`);
      const number = index + 1;
      if (Number(digits) !== number)
        throw new Error(`The migration ${file} is out of order: number ${number} is missing or there are two.`);
      const sql = await readFile(join(folder, file), "utf8");
      const sha256 = createHash("sha256").update(sql).digest("hex");
      return { number, name, sql, sha256, allows: readAllows(file, number, sql), indexes: readIndexes(file, sql) };
    }),
  );
};

/** Reads the line `-- allows: 0041`. */
const readAllows = (file: string, number: number, sql: string): number | null => {
  const lines = sql.split("\n").filter((line) => /^--\s*allows\b/i.test(line));
  if (lines.length === 0) return null;
  const [, digits] = /^-- allows: (\d{4}|none)$/.exec(lines[0] ?? "") ?? [];
  if (lines.length > 1 || digits === undefined)
    throw new Error(
      `The migration ${file} must say once which servers it allows: "-- allows: 0041" or "-- allows: none".`,
    );
  if (digits === "none") return null;
  const allows = Number(digits);
  if (allows < 1 || allows >= number)
    throw new Error(`The migration ${file} allows ${digits}, which is not the number of an earlier migration.`);
  return allows;
};

const concurrentIndex = /^create (?:unique )?index concurrently (\w+) on \w+[^;]*$/i;

/** PostgreSQL creates an index concurrently only outside a transaction, so such a file may do nothing else. */
const readIndexes = (file: string, sql: string): readonly ConcurrentIndex[] => {
  const code = sql.replaceAll(/--.*$/gm, "");
  if (!/\bindex\s+concurrently\b/i.test(code)) return [];
  return code
    .split(";")
    .map((text) => text.replaceAll(/\s+/g, " ").trim())
    .filter((text) => text !== "")
    .map((text) => {
      const [, name] = concurrentIndex.exec(text) ?? [];
      if (name === undefined)
        throw new Error(
          `The migration ${file} creates an index concurrently, so it may only hold statements like "create index concurrently NAME on TABLE (…)", and not: ${text.slice(0, 80)}`,
        );
      return { name, statement: text };
    });
};

/** What the database records about a migration. */
export type AppliedMigration = Pick<Migration, "number" | "name" | "allows">;

/** The first migration that a server does not know and that does not allow it. `known` is the server's newest migration. */
export const refusingMigration = (applied: readonly AppliedMigration[], known: number): AppliedMigration | undefined =>
  applied.find(({ number, allows }) => number > known && (allows ?? number) > known);

/** The statements of a file, each with the comments before it. Text between quotes or `$$` is not split. */
export const statementsOf = (sql: string): string[] =>
  (sql.match(/(?:--[^\n]*|'[^']*'|"[^"]*"|\$(\w*)\$[^]*?\$\1\$|[^;])+/g) ?? []).filter(
    (text) => text.replaceAll(/--[^\n]*/g, "").trim() !== "",
  );
