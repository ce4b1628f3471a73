import { expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { createTestShop } from "../../../../test/shop/createTestShop.ts";
import { advancePayout, writePayouts } from "./payouts.sql.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

test("a page of a payout is counted once, also where two servers have read it", async () => {
  const { seller_id } = await createTestShop(server.db);
  const moment = "2026-11-20T00:00:00Z";
  const payout = {
    ref: "po_1",
    amount: 1940,
    currency: "USD",
    status: "paid",
    is_automatic: true,
    names_rows: "all",
  } as const;
  const payouts = [{ ...payout, created_on: moment, arrives_on: "2026-11-22" }];
  await writePayouts(server.db, seller_id, { gateway_id: "test", payouts });
  const row = { kind: "capture", payment_id: null, source_ref: null, amount: 2000, fee: 60, currency: "USD" } as const;
  const pageOf = (after: string | null, next: string | null) => ({
    gateway_id: "test" as const,
    payout: { ref: "po_1", after },
    page: { rows: [{ ...row, ref: `row after ${after}`, occurred_on: moment }], next },
  });
  const steps = [
    pageOf(null, "one"),
    pageOf(null, "one"),
    pageOf("one", null),
    pageOf("one", null),
    pageOf(null, "one"),
  ];
  const moved: boolean[] = [];
  for (const step of steps) moved.push(await advancePayout(server.db, seller_id, step));
  expect(moved).toEqual([true, false, true, false, false]);
  const counted = await server.db
    .selectFrom("provider_payout")
    .select(["row_count", "net", "fees"])
    .where("seller_id", "=", seller_id)
    .executeTakeFirstOrThrow();
  expect(counted).toEqual({ row_count: 2, net: 3880, fees: 120 });
});
