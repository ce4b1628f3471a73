import { referenceTables } from "../../../src/db/cluster/distribute.ts";
import { singleCommands } from "../../../src/db/cluster/singleCommands.ts";
import { refusalsIn } from "./oneNode.ts";

/** Tables of the coordinator, which no statement reads together with a seller's rows. */
export const coordinatorTables = [
  "schema_migration",
  "installation_note",
  "installation_secret",
  "page_release",
  "page_file",
];
const tablesWithoutSeller: ReadonlySet<string> = new Set([...referenceTables, ...coordinatorTables]);

type Rule = readonly [name: string, refuses: (command: string) => boolean];

const matching =
  (pattern: RegExp) =>
  (command: string): boolean =>
    pattern.test(command);

const tableOf = (command: string): string =>
  /^(?:create (?:unlogged )?table (?:if not exists )?|alter table (?:if exists )?(?:only )?|create unique index[^(]* on )(\w+)/i.exec(
    command,
  )?.[1] ?? "";

/** Lists of columns that are unique together; a single column if there is no list. */
const uniqueColumns = (command: string): string[] => {
  const [, indexed] = /^create unique index[^(]*\(([^)]*)/i.exec(command) ?? [];
  if (indexed !== undefined) return [indexed];
  const found = command.matchAll(/\b(?:unique(?: nulls not distinct)?|primary key)\b(?:\s*\(([^)]*)\))?/gi);
  return [...found].map(([, columns = ""]) => columns);
};

const isUniqueWithoutSeller = (command: string): boolean => {
  const table = tableOf(command);
  const isOfSellers = !/^create (?:unlogged )?table/i.test(command) || /\bseller_id\b/.test(command);
  return (
    table !== "" &&
    isOfSellers &&
    !tablesWithoutSeller.has(table) &&
    uniqueColumns(command.replaceAll(/'[^']*'/g, "''")).some((columns) => !/\bseller_id\b/.test(columns))
  );
};

const changesEveryNodeBySellers = (command: string): boolean => {
  const [, table = "", rest = ""] = /^(?:update|delete from) (\w+)\b([^]*)$/i.exec(command) ?? [];
  return (referenceTables as readonly string[]).includes(table) && /\b(?:from|using|select)\b/i.test(rest);
};

const rules: readonly Rule[] = [
  ["identity column", matching(/^alter table\b[^]*\badd column\b[^]*\bas identity\b/i)],
  ["unique without the seller", isUniqueWithoutSeller],
  ["renamed constraint", matching(/^alter table\b[^]*\brename constraint\b/i)],
  ["storage of a column", matching(/^alter table\b[^]*\balter (?:column )?\w+ set (?:storage|statistics)\b/i)],
  ["changed sequence", matching(/^alter sequence\b/i)],
  ["policy that reads a table", matching(/^(?:create|alter) policy\b[^]*\bselect\b/i)],
  [
    "several checks of one column",
    matching(/^alter table\b[^]*\badd column\b[^]*\bcheck\s*\([^]*\)\s*(?:constraint \w+ )?check\s*\(/i),
  ],
  [
    "constraint or table in a block",
    matching(
      /^do\b[^]*\b(?:create\s+(?:unlogged\s+)?table|add\s+(?:column|constraint|check|unique|foreign|primary))\b/i,
    ),
  ],
  ["change of every node by rows of sellers", changesEveryNodeBySellers],
];

/**
 * Why a Citus cluster would refuse a migration's statement once the tables are distributed, in the form in which
 * `migrateCluster` sends it. Each kind was tried on Citus 13.2.2, in `sequential` mode.
 */
export const refusedInMigration = (statement: string): string[] =>
  singleCommands(statement)
    .map((command) => command.replaceAll(/\s+/g, " "))
    .flatMap((command) => [
      ...rules.filter(([, refuses]) => refuses(command)).map(([name]) => name),
      ...(/^(?:with|insert|update|delete)\b/i.test(command) ? refusalsIn(`\`${command}\``) : []),
    ]);
