import { expect, test } from "vitest";
import { loggableError } from "./logging.ts";

const refusedRow = (more: object) =>
  Object.assign(new Error('new row for relation "identity" violates check constraint "adults_only"'), {
    severity: "ERROR",
    code: "23514",
    detail: "Failing row contains (Grace, grace@navy.example).",
    ...more,
  });

test.each([
  ["PostgreSQL", { table: "identity", constraint: "adults_only" }],
  // A coordinator passes on code, message and detail of a node's error.
  ["the coordinator of a cluster", {}],
])("an error of %s is logged with the constraint that a row breaks, and without the row", (_, named) => {
  const logged = loggableError(refusedRow(named));
  expect(logged).toMatchObject({ code: "23514", constraint: "adults_only" });
  expect(JSON.stringify(logged)).not.toMatch(/grace/i);
});

test("a constraint is only named for violations", () => {
  const error = refusedRow({ code: "22P02", message: 'invalid input: constraint "grace"' });
  expect(loggableError(error)["constraint"]).toBeUndefined();
});
