import { describe, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import { deskClerk } from "../../../../test/office/deskShop.ts";
import { auditOf } from "../../../../test/office/testStaff.ts";
import { buyVisit } from "../../../../test/orders/boughtLines.ts";
import {
  cancelTickets,
  quoteCancellation,
  refusalOf,
  shopRows,
  withLink,
} from "../../../../test/orders/changedOrders.ts";
import { usedPlaces } from "../../../../test/orders/requestChange.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** An admission and a tour that requires one, at 20.00 each. */
const open = async (role: Parameters<typeof deskClerk>[3] = "box_office") => {
  const visit = await buyVisit(server);
  const row = await server.db
    .selectFrom("ticket_order")
    .select("order_number")
    .where("id", "=", visit.order.id)
    .executeTakeFirstOrThrow();
  const number = Number(row.order_number);
  const clerk = await deskClerk(server, visit.shop, { ...visit.order, number }, role);
  const states = async () =>
    Object.fromEntries(
      (await shopRows(server, "ticket", visit.shop)).map(({ id, state, needs_anchor }) => [
        id,
        `${String(state)}${needs_anchor ? ", needs an admission" : ""}`,
      ]),
    );
  return { ...visit, clerk, states };
};
const quoteOf = ({ clerk, admission }: Awaited<ReturnType<typeof open>>, add_ons?: "stay") =>
  clerk.get(
    `cancel_quote?tickets=${admission}&money=refund&refund_to=same_means${add_ons ? `&add_ons=${add_ons}` : ""}`,
  );

describe("an add-on whose admission is cancelled at the desk", () => {
  test("is named in the quote and cancelled too, unless staff choose otherwise", async () => {
    const opened = await open();
    const { clerk, admission, addOn, states } = opened;
    expect((await quoteOf(opened)).body).toMatchObject({ along: [addOn], staying: [], refund: "40.00" });
    expect((await clerk.cancel([admission], "40.00")).status).toBe(200);
    expect(await states()).toEqual({ [admission]: "cancelled", [addOn]: "cancelled, needs an admission" });
  });

  test("can be kept as a ticket on its own, with the reason in the audit log", async () => {
    const opened = await open();
    const { shop, tour, clerk, admission, addOn, states } = opened;
    expect((await quoteOf(opened, "stay")).body).toMatchObject({ along: [], staying: [addOn], refund: "20.00" });
    expect(await states()).toEqual({ [admission]: "booked", [addOn]: "booked, needs an admission" });
    const { status, body } = await clerk.cancel([admission], "20.00", { add_ons: "stay" });
    expect([status, body.staying, body.tickets]).toEqual([200, [addOn], [admission]]);
    expect(await states()).toEqual({ [admission]: "cancelled", [addOn]: "booked" });
    expect(await usedPlaces(server, { ...shop, event: tour })).toEqual([1, 0]);
    expect((await auditOf(server.db, shop.seller_id)).at(-1)).toMatchObject({
      action: "order.cancelled",
      after: { tickets: 1, refund: "20.00", add_ons_that_stay: 1 },
    });
    const [change] = await shopRows(server, "order_change", shop);
    expect(change).toMatchObject({ kind: "cancel", tickets: 1, reason: "Ill" });
  });

  test("that stays can be cancelled by its buyer later", async () => {
    const { shop, order, clerk, admission, addOn, states } = await open();
    expect((await clerk.cancel([admission], "20.00", { add_ons: "stay" })).status).toBe(200);
    expect((await quoteCancellation(withLink(server, shop), order, [addOn])).body).toMatchObject({ refund: "20.00" });
    expect((await cancelTickets(withLink(server, shop), order, [addOn])).status).toBe(200);
    expect(await states()).toEqual({ [admission]: "cancelled", [addOn]: "cancelled" });
  });

  test("that stays refuses a refund quoted with it", async () => {
    const { clerk, admission, addOn, states } = await open();
    expect(refusalOf(await clerk.cancel([admission], "40.00", { add_ons: "stay" }))).toBe(
      "422 payment_incorrect_amount",
    );
    expect(await states()).toEqual({ [admission]: "booked", [addOn]: "booked, needs an admission" });
  });

  test("cannot be kept by its buyer", async () => {
    const { shop, order, admission, addOn, states } = await open();
    const reply = await withLink(server, shop).post(`/ticket_order/${order.id}/cancel`, {
      tickets: [{ ticket_id: admission }],
      token: order.token,
      add_ons: "stay",
      keepsAddOns: true,
    });
    expect(reply.status).toBe(422);
    expect(await states()).toEqual({ [admission]: "booked", [addOn]: "booked, needs an admission" });
  });
});
