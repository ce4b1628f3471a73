import { expect, test } from "vitest";
import { isTest, read, trackedFiles } from "../../../../../scripts/source.ts";

/**
 * A prepared statement that returns `*` fails once on each connection after a migration adds a column, so statements
 * list their columns. `select *` inside parentheses is not a result.
 */
const unnamedResult =
  /\.(?:selectAll|returningAll)\((?!"x"\))|(?<!\(\s*)\bselect (?:\w+\.)?\*(?! from \()|\breturning (?:\w+\.)?\*(?!\))/gi;

const unnamedResultsIn = (text: string): readonly string[] => [...text.matchAll(unnamedResult)].map(([found]) => found);

test.each([
  ['db.selectFrom("cart").selectAll()', [".selectAll("]],
  ['.selectAll("e")', [".selectAll("]],
  [".returningAll()", [".returningAll("]],
  ["`select * from cart where id = $1`", ["select *"]],
  ["`select p.* from unnest($2::uuid[]) as asked (id)`", ["select p.*"]],
  ["`insert into cart (id) values ($1) returning *`", ["returning *"]],
  // A subquery that lists its columns.
  ['.selectAll("x")', []],
  ["`select c.id from (select * from cart where id = $1 offset 0) c`", []],
  ["`cross join lateral (\n  select * from cart where id = $1) c`", []],
  ["`with gone as (delete from cart returning *) select id from gone`", []],
  ["`select * from (${query}) found limit 20`", []],
  ["`select count(*) from cart`", []],
])("%s has results without names: %j", (text, found) => {
  expect(unnamedResultsIn(text)).toEqual(found);
});

test("each statement of the server names the columns of its result", () => {
  const files = trackedFiles().filter((path) => path.startsWith("apps/server/src/") && path.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(100);
  const found = files
    .filter((path) => !isTest(path))
    .flatMap((path) => unnamedResultsIn(read(path)).map((text) => `${path}: ${text}`));
  expect(found).toEqual([]);
});
