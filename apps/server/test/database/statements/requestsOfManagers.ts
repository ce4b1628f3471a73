import { expect } from "vitest";
import { newId } from "../../../src/db/newId.ts";
import type { TestApp, TestResponse } from "../../app/testApp.ts";
import { jobOf, runBulk, startBulk } from "../../office/bulkJobs.ts";
import { readFileNow } from "../../office/readReport.ts";
import { deleteShownView } from "../../office/savedViews.ts";
import { signedIn, type OfficeBrowser } from "../../office/testStaff.ts";
import type { TestShop } from "../../shop/createTestShop.ts";

const succeed = async (...replies: Promise<TestResponse>[]): Promise<void> => {
  for (const reply of replies) {
    const { status, body } = await reply;
    expect(status, JSON.stringify(body)).toBe(200);
  }
};

const search = (who: OfficeBrowser): Promise<void> =>
  succeed(
    ...["people?q=lovelace", "people?q=ada%40example.com", "people?q=100001", "catalogue?q=whale"].map((path) =>
      who.get(`/search/${path}`),
    ),
    ...["catalogue?q=2027-06-12", "codes?q=summer", "gift_cards?q=ABCD1234EFGH"].map((path) =>
      who.get(`/search/${path}`),
    ),
  );

/** Takes on a disputed payment, and completes it. */
const lookAfterMoney = async (server: TestApp, { seller_id }: TestShop, who: OfficeBrowser): Promise<void> => {
  const paid = await server.db
    .selectFrom("payment")
    .select(["seller_id", "id as payment_id", "amount", "currency"])
    .where("seller_id", "=", seller_id)
    .where("state", "=", "captured")
    .where("amount", ">", 0)
    .executeTakeFirstOrThrow();
  const dispute = { id: newId(), audit_action: "dispute_opened" as const, provider_ref: "dp_1" };
  await server.db
    .insertInto("payment_audit")
    .values({ ...paid, ...dispute })
    .execute();
  const { body } = await who.get("/money");
  const [payment] = body.payments;
  const act = (action: string, wish: object) => who.post(`/money/payments/${payment.payment_id}/${action}`, wish);
  await succeed(act("take", { is_taken: true }));
  await succeed(act("notes", { text: "Rang the bank" }));
  await succeed(who.get(`/money/payments/${payment.payment_id}`));
  await succeed(act("done", { version: payment.version, reason: "Won" }));
};

const giveAway = (shop: TestShop, who: OfficeBrowser): Promise<void> =>
  succeed(
    who.post("/comp_orders", {
      event_template_id: shop.event.id,
      event_session_id: shop.event.sessions[2]?.id,
      tickets: [{ ticket_type_id: shop.type.id, quantity: 1 }],
      first_name: "Grace",
      last_name: "Hopper",
      email: "grace@comp.example",
      reason: "Press",
    }),
  );

/** Cancels all orders of a session, one by one, and stops its sales. */
const cancelSession = async (server: TestApp, shop: TestShop, who: OfficeBrowser): Promise<void> => {
  const session_ids = [shop.event.sessions[2]?.id ?? ""];
  const started = await startBulk(who, { action: "cancel", session_ids, order_numbers: [] });
  await succeed(Promise.resolve(started));
  await runBulk(server);
  const { job } = await jobOf(who, started);
  expect(job.state).toBe("done");
  await succeed(who.get("/bulk"), who.get(`/bulk/${started.body.id}/report.csv`));
};

/** What managers look at and do: search, the dashboard, attendance, the journal, payments, comps and a bulk job. */
export const workAsManager = async (server: TestApp, shop: TestShop): Promise<void> => {
  const who = await signedIn(server, shop, ["owner"]);
  await search(who);
  const { body: board } = await who.get("/board");
  const span = `from=${board.day}&to=${board.day}`;
  await succeed(
    who.get(`/reports/attendance?${span}`),
    readFileNow(who, `/reports/attendance/download?${span}&format=csv`),
  );
  const sums = ["sales?by=means", "sales?by=staff", "money?by=channel", "attendance?by=event"];
  await succeed(...sums.map((path) => who.get(`/reports/${path}&${span}`)));
  await succeed(who.get(`/vouchers?${span}`), who.get(`/vouchers?${span}&dated=visit`));
  await succeed(who.get(`/journal?${span}`), who.get(`/journal/${board.day}`), who.get(`/journal.csv?${span}`));
  await lookAfterMoney(server, shop, who);
  await giveAway(shop, who);
  await cancelSession(server, shop, who);
  const { body: view } = await who.post("/saved_views", {
    screen: "orders",
    name: "Valid",
    filters: {},
    is_shared: true,
  });
  await succeed(who.get("/saved_views?screen=orders"), deleteShownView(who, view.id));
};
