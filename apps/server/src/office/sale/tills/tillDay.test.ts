import { expect, test } from "vitest";
import type { TillClosing } from "@foyer/contract/office/money/tills.ts";
import { sumDecimals } from "@foyer/rules/values/money.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { createDeskShop } from "../../../../test/office/deskShop.ts";
import { readReportNow } from "../../../../test/office/readReport.ts";
import { signedIn } from "../../../../test/office/testStaff.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { newId } from "../../../db/newId.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

type Lines = Readonly<Record<string, number>>;

/** What was paid into and out of each means according to the journal, in minor units. */
const journalOf = async (shop: TestShop): Promise<{ readonly sold: Lines; readonly refunded: Lines }> => {
  const entries = await server.db
    .selectFrom("journal_entry")
    .select(["debit", "credit", "amount"])
    .where("seller_id", "=", shop.seller_id)
    .where("cause", "in", ["capture", "refund"])
    .execute();
  const sums = (side: "debit" | "credit"): Lines =>
    entries
      .flatMap((entry) => entry[side].map((account, nth) => ({ account, amount: Number(entry.amount[nth]) })))
      .filter(({ account }) => account.startsWith("cash:"))
      .reduce<Record<string, number>>((all, { account, amount }) => {
        all[account] = (all[account] ?? 0) + amount;
        return all;
      }, {});
  return { sold: sums("debit"), refunded: sums("credit") };
};

const sumOf = (tills: readonly TillClosing[], gateway_id: string, of: "sold" | "refunded"): string =>
  sumDecimals(
    tills.flatMap(({ means }) => means.filter((one) => one.gateway_id === gateway_id).map((one) => one[of])),
    "USD",
  );

test("the closing of a day lists sales, refunds and means of payment by till and person, and equals the journal", async () => {
  const shop = await createDeskShop(server);
  const [bo, max] = [await signedIn(server, shop, ["box_office"]), await signedIn(server, shop, ["manager"])];
  const sell = async (by: typeof bo, means: readonly object[]) =>
    (
      await by.post("/counter_sales", {
        sale_id: newId(),
        event_template_id: shop.event.id,
        event_session_id: shop.session.id,
        tickets: [{ ticket_type_id: shop.type.id, quantity: 2 }],
        means,
        email: null,
      })
    ).body.order_number as number;
  for (const by of [bo, max]) await by.post("/till/open", { float: "50.00" });
  const order_number = await sell(bo, [{ kind: "cash", amount: "40.00" }]);
  await sell(bo, [
    { kind: "terminal", amount: "15.00", slip: "1" },
    { kind: "cash", amount: "25.00" },
  ]);
  await sell(max, [{ kind: "terminal", amount: "40.00", slip: "2" }]);
  const { version } = (await max.get(`/orders/${order_number}`)).body;
  await max.post(`/orders/${order_number}/refund`, { version, amount: "15.00", reason: "Rain" });
  const [refund] = (await max.get("/till/refunds")).body.refunds;
  expect((await max.post(`/till/refunds/${refund.refund_id}/pay_out`, {})).status).toBe(200);
  for (const [by, counts] of [
    [bo, [["5.00", 23]]],
    [max, [["5.00", 7]]],
  ] as const) {
    await by.post("/till/count", { counts: counts.map(([value, count]) => ({ value, count })) });
    expect((await by.post("/till/close", {})).status).toBe(200);
  }

  const finance = await signedIn(server, shop, ["finance"]);
  const today = Temporal.Now.plainDateISO("America/New_York");
  const span = `from=${today.subtract({ days: 1 }).toString()}&to=${today.toString()}`;
  const report = (await readReportNow(finance, `/reports/money?${span}&by=means`)).body;
  expect(report.rows.map(({ label, values }: { label: string; values: string[] }) => [label, values[0]])).toEqual([
    ["Cards at a terminal", "55.00"],
    ["Cash", "65.00"],
  ]);
  const day = Temporal.Now.zonedDateTimeISO("America/New_York").toPlainDate().toString();
  const tills: TillClosing[] = (await finance.get(`/tills?day=${day}`)).body.tills;
  expect(tills.map(({ number, difference }) => [number, difference])).toEqual([
    [1, "0"],
    [2, "0"],
  ]);
  expect(new Set(tills.map(({ person }) => person)).size).toBe(2);
  expect(tills.map(({ means }) => means)).toEqual([
    [
      { gateway_id: "cash", sales: 2, sold: "65.00", refunded: "0" },
      { gateway_id: "terminal", sales: 1, sold: "15.00", refunded: "0" },
    ],
    [
      { gateway_id: "cash", sales: 0, sold: "0", refunded: "15.00" },
      { gateway_id: "terminal", sales: 1, sold: "40.00", refunded: "0" },
    ],
  ]);
  expect(await journalOf(shop)).toEqual({
    sold: { "cash:cash": 6500, "cash:terminal": 5500 },
    refunded: { "cash:cash": 1500 },
  });
  expect(["cash", "terminal"].map((id) => [sumOf(tills, id, "sold"), sumOf(tills, id, "refunded")])).toEqual([
    ["65.00", "15.00"],
    ["55.00", "0"],
  ]);
});
