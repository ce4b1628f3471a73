import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countTries } from "../limits/tries.sql.ts";
import { readCheckoutTickets } from "./lockCheckout.sql.ts";
import { leaseUntilSettled } from "../payment/lease.sql.ts";
import { Connections } from "../../../db/connections.ts";
import { newId } from "../../../db/newId.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import { cloneDatabase } from "../../../../test/database/cloneDatabase.ts";

let connections: Connections;
beforeAll(async () => {
  connections = new Connections({ ...(await cloneDatabase()).app, max: 1 });
});
afterAll(() => connections.close());

/** Returns the plans of the statements that `say` sends, without running them. */
const queryPlan = async (say: (wire: Pipeline) => Promise<unknown>): Promise<string> => {
  const lines: string[] = [];
  const wire: Pipeline = {
    executeQuery: async (query) => {
      const explained = CompiledQuery.raw(`explain (verbose, costs off) ${query.sql}`, [...query.parameters]);
      const { rows } = await connections.acrossSellers().executeQuery(explained);
      lines.push(...rows.map((row) => Object.values(row as object).join("")));
      return { rows: [] };
    },
  };
  await say(wire);
  return lines.join("\n");
};

const [seller, carts] = [newId(), Array.from({ length: 8 }, newId)];
test.each<[string, (wire: Pipeline) => Promise<unknown>]>([
  [
    "tries to pay",
    (wire) =>
      countTries(
        wire,
        seller,
        carts.map((cart_id) => ({ cart_id, clientNetwork: cart_id, fingerprint: cart_id })),
      ),
  ],
  ["tickets at checkout", (wire) => readCheckoutTickets(wire, seller, carts)],
  [
    "a lease until money is decided on",
    (wire) =>
      leaseUntilSettled(
        wire,
        seller,
        carts.map((cart_id) => ({ cart_id, cart_version: 1 })),
      ),
  ],
])("%s reads no table as a list of everything the seller has", async (_, say) => {
  const plan = await queryPlan(say);
  expect(plan).toContain("SubPlan");
  expect(plan).not.toContain("hashed");
});
