import { afterAll, beforeAll, expect, test } from "vitest";
import { idempotencyHeader } from "@foyer/contract/endpoint.ts";
import { officeHeader } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { createDeskShop } from "../../../test/office/deskShop.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { refusalOf, shopRows } from "../../../test/orders/changedOrders.ts";
import { crashRepeatOptions } from "../../../test/process/crashRepeats.ts";
import { recoverAfterRestart } from "../../../test/process/recoverAfterRestart.ts";
import { startCrashingServer } from "../../../test/process/startCrashingServer.ts";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import { newId } from "../../db/newId.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { databaseConfig: login.app });
});
afterAll(() => server.close());

test(
  "a refund that was paid out when the server died is found in the till, and not paid again",
  crashRepeatOptions,
  async () => {
    const shop = await createDeskShop(server);
    const clerk = await signedIn(server, shop, ["manager"]);
    await clerk.post("/till/open", { float: "0" });
    const sold = await clerk.post("/counter_sales", {
      sale_id: newId(),
      event_template_id: shop.event.id,
      event_session_id: shop.session.id,
      tickets: [{ ticket_type_id: shop.type.id, quantity: 2 }],
      means: [{ kind: "cash", amount: "40.00" }],
      email: null,
    });
    const { order_number } = sold.body;
    const { version } = (await clerk.get(`/orders/${order_number}`)).body;
    await clerk.post(`/orders/${order_number}/refund`, { version, amount: "15.00", reason: "Rain" });
    const [waiting] = (await clerk.get("/till/refunds")).body.refunds;

    const doomed = await startCrashingServer(login.owner, "after_refund_sent");
    const path = `/till/refunds/${waiting.refund_id}/pay_out`;
    const asked = fetch(`${doomed.origin}/staff_api${path}?_seller=${shop.slug}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        [officeHeader.name]: officeHeader.value,
        [idempotencyHeader]: newId(),
        cookie: clerk.cookie ?? "",
      },
      body: "{}",
    });
    await expect(asked).rejects.toThrow();
    await doomed.exited;
    doomed.kill();
    const refundState = async () => (await shopRows(server, "refund", shop)).map(({ state }) => state);
    expect(await refundState()).toEqual(["pending"]);
    expect((await clerk.get("/till/refunds")).body.refunds).toEqual([]);
    expect(refusalOf(await clerk.post(path, {}))).toBe("422 refund_too_much");

    await recoverAfterRestart(server);
    expect(await refundState()).toEqual(["succeeded"]);
    expect((await clerk.get(`/orders/${order_number}`)).body.sums).toMatchObject({ refunded: "15.00", refunding: "0" });
    expect((await clerk.post("/till/count", { counts: [] })).body.till.count.expected).toBe("25.00");
    expect(await checkInvariants(server.db)).toEqual([]);
  },
);
