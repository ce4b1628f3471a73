import { describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import {
  buyInChangeShop,
  cancelTickets,
  shopRows,
  withLink,
  type TestOrder,
} from "../../../../test/orders/changedOrders.ts";
import type { AttachmentSource } from "../../../providers/mail/mailTransport.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** The lines of a calendar file, unfolded, that identify each event and its status. */
const eventsIn = (calendar: string): readonly Record<string, string>[] =>
  calendar
    .replaceAll("\r\n ", "")
    .split("BEGIN:VEVENT")
    .slice(1)
    .map((event) =>
      Object.fromEntries(
        event
          .split("\r\n")
          .map((line) => /^([A-Z]+)[^:]*:(.*)$/.exec(line))
          .flatMap((found) => (found ? [[found[1] ?? "", found[2] ?? ""]] : [])),
      ),
    );

const calendarOf = async (shop: TestShop, { id, token }: TestOrder): Promise<string> => {
  const url = `/api/ticket_order/${id}/calendar.ics?_seller=${shop.slug}&token=${token}`;
  const answer = await server.app.inject({ url });
  expect(answer.statusCode).toBe(200);
  return answer.body;
};
const buyTwo = async (): Promise<{ readonly shop: TestShop; readonly order: TestOrder }> => {
  return buyInChangeShop(server);
};
const cancel = (shop: TestShop, order: TestOrder, tickets: readonly string[]) =>
  cancelTickets(withLink(server, shop), order, tickets);

describe("a visit keeps its UID, and its sequence rises with each change", () => {
  test.each([
    { what: "nothing is cancelled", steps: [], sequence: "0", status: undefined, text: "2 × Adult" },
    { what: "one of two tickets is cancelled", steps: [[0]], sequence: "1", status: undefined, text: "1 × Adult" },
    { what: "both are cancelled at once", steps: [[0, 1]], sequence: "1", status: "CANCELLED", text: "no tickets" },
    {
      what: "both are cancelled one after the other",
      steps: [[0], [1]],
      sequence: "2",
      status: "CANCELLED",
      text: "no tickets",
    },
  ])("$what", async ({ steps, sequence, status, text }) => {
    const { shop, order } = await buyTwo();
    const [before] = eventsIn(await calendarOf(shop, order));
    for (const step of steps)
      await cancel(
        shop,
        order,
        step.map((index) => order.tickets[index] ?? ""),
      );
    const calendar = await calendarOf(shop, order);
    expect(calendar).toContain("METHOD:PUBLISH\r\n");
    const [event, ...others] = eventsIn(calendar);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ UID: before?.["UID"], SEQUENCE: sequence, DTSTART: before?.["DTSTART"] });
    expect(event?.["STATUS"]).toBe(status);
    expect(event?.["DESCRIPTION"]).toContain(text);
  });
});

test("a session that the venue has cancelled is cancelled in the calendar", async () => {
  const { shop, order } = await buyTwo();
  await server.runAsOwner(
    `set app.seller = '*'; update event_session set cancelled = true where id = '${shop.session.id}'`,
  );
  expect(eventsIn(await calendarOf(shop, order))).toMatchObject([{ STATUS: "CANCELLED" }]);
});

test("the e-mail of a cancellation brings the calendar as it is now", async () => {
  const { shop, order } = await buyTwo();
  await cancel(shop, order, order.tickets);
  const enclosed = (await shopRows(server, "outbox", shop))
    .filter(({ kind }) => kind === "order_cancelled")
    .flatMap(({ message }) => (message as { readonly enclosed: readonly AttachmentSource[] }).enclosed);
  expect(enclosed).toContainEqual({ make: "calendar", ticket_order_id: order.id });
});
