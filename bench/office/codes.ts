import { setTimeout as wait } from "node:timers/promises";
import { maxCodesAtOnce, type CodeBatch } from "@foyer/contract/office/catalogue/codes.ts";
import { openBenchServer } from "../benchServer.ts";
import type { ResultRow } from "../resultTable.ts";
import { seedStock } from "../seedStock.ts";
import { timeOf } from "./atRate.ts";
import { signIn } from "./staff.ts";

/** The maximum number of promo codes created at once. */
export const benchCodes = async (): Promise<ResultRow[]> => {
  const server = await openBenchServer();
  try {
    const { seller_id, slug } = await seedStock(server.owner, "codes");
    const [group] = await server.query<{ id: string }>(
      "insert into code_group (seller_id, id, key, name) values ($1, gen_random_uuid(), 'spring', 'Spring') returning id",
      [seller_id],
    );
    const manager = await signIn(server, { seller_id, slug }, "manager");
    const made = await timeOf(async () => {
      await manager.post("/code_batches", {
        code_group_id: group?.id,
        prefix: "SPRING-",
        length: 8,
        quantity: maxCodesAtOnce,
        max_uses: 1,
        reason: "Bench",
      });
      for (;;) {
        const { batches } = (await manager.get("/code_batches")) as { readonly batches: readonly CodeBatch[] };
        if (batches[0]?.made === maxCodesAtOnce) return;
        await wait(100);
      }
    });
    await server.query("create table bench_code (code text primary key)", []);
    const written = await timeOf(() =>
      server.query("insert into bench_code select code from code where seller_id = $1", [seller_id]),
    );
    return [
      {
        figure: `${maxCodesAtOnce.toLocaleString("en")} promo codes are made`,
        unit: "s",
        value: made / 1000,
        referenceName: "the same codes copied by one statement",
        reference: written / 1000,
        ratio: made / written,
        goal: { measures: "value", comparison: "at most", bound: 30 },
      },
    ];
  } finally {
    await server.close();
  }
};
