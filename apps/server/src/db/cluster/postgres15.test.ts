import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../..");
/** What came with PostgreSQL 16 to 18. A cluster may run on 15. */
const newer =
  /\b(?:uuid_extract_\w+|uuidv[47]|any_value|json_(?:table|value|query|exists|scalar|serialize|arrayagg|objectagg)|array_(?:sample|shuffle|sort|reverse)|to_(?:bin|oct)|random_normal|pg_input_is_valid|casefold|crc32c?|merge_action)\s*\(|\bwithout overlaps\b|\breturning (?:old|new)\./i;

test("no statement needs a newer PostgreSQL than 15", () => {
  const files = globSync(["**/*.sql.ts", "db/migrations/*.sql"], { cwd: source });
  expect(files.length).toBeGreaterThan(300);
  const found = files.filter((file) => newer.test(readFileSync(join(source, file), "utf8")));
  expect(found).toEqual([]);
});
