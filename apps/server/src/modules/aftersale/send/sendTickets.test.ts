import { describe, expect, test } from "vitest";
import { redeemTicket } from "../../../../test/office/testGate.ts";
import { type TestApp, type TestResponse } from "../../../../test/app/testApp.ts";
import {
  buyInChangeShop,
  cancelTickets,
  everyChange,
  fetchOrder,
  refusalOf,
  shopRows,
  withLink,
  type TestOrder,
} from "../../../../test/orders/changedOrders.ts";
import { emailsOf } from "../../../../test/orders/orderEmails.ts";
import { readPdf } from "../../../../test/orders/readPdf.ts";
import { grace, linkIn, sendOn, takeBack } from "../../../../test/orders/sentTickets.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import type { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

type Bought = { readonly shop: TestShop; readonly buyer: TestBuyer; readonly order: TestOrder };
const buyTwo = (self_edit = everyChange): Promise<Bought> => buyInChangeShop(server, { self_edit });
const first = ({ order }: Bought): readonly string[] => order.tickets.slice(0, 1);
const codeOf = async ({ shop }: Bought, ticket_id: string | undefined): Promise<string> =>
  String((await shopRows(server, "ticket", shop)).find(({ id }) => id === ticket_id)?.["scan_code"]);
const fetchFile = ({ shop }: Bought, path: string) =>
  server.app.inject({ url: `/api${path}${path.includes("?") ? "&" : "?"}_seller=${shop.slug}` });
/** The tickets that the recipient's link opens. */
const sendingOf = async ({ shop }: Bought, index = 0) => linkIn((await emailsOf(server, shop, "tickets_sent"))[index]);
const codesIn = ({ body }: TestResponse): readonly string[] =>
  body.door_ticket._data.map(({ scan_code }: { scan_code: string }) => scan_code);

describe("a ticket that was sent on", () => {
  test("has a new code, which the recipient sees and the buyer does not", async () => {
    const bought = await buyTwo();
    const [ticket, other] = bought.order.tickets;
    const before = await codeOf(bought, ticket);
    const kept = await codeOf(bought, other);
    const reply = await sendOn(withLink(server, bought.shop), bought.order, first(bought));
    expect(reply.status).toBe(200);
    const after = await codeOf(bought, ticket);
    expect(after).not.toBe(before);

    for (const answer of [reply, await fetchOrder(bought.buyer, bought.order)]) {
      expect(codesIn(answer)).toEqual([kept]);
      expect(JSON.stringify(answer.body)).not.toContain(after);
      expect(answer.body.sent_ticket._data).toMatchObject([{ id: ticket, sent_to: "g…@example.org", is_used: false }]);
    }
    const { path, query } = await sendingOf(bought);
    const opened = await withLink(server, bought.shop).get(`${path}?${query}`);
    expect(opened.body).toMatchObject({ sender_name: "Ada", message: "See you there!", ended: 0 });
    expect(codesIn(opened)).toEqual([after]);
    expect(JSON.stringify(opened.body)).not.toContain(kept);
  });

  test("is in the recipient's PDF and calendar, without its price, and not in the buyer's PDF", async () => {
    const bought = await buyTwo();
    await sendOn(bought.buyer, bought.order, first(bought));
    const { id, token, tickets } = bought.order;
    const { path, query } = await sendingOf(bought);
    const theirs = readPdf((await fetchFile(bought, `${path}/tickets.pdf?${query}`)).rawPayload).pages;
    expect(theirs.map(({ code }) => code)).toEqual([await codeOf(bought, tickets[0])]);
    expect(theirs[0]?.text).not.toContain("$20.00");
    const own = readPdf((await fetchFile(bought, `/ticket_order/${id}/tickets.pdf?token=${token}`)).rawPayload).pages;
    expect(own.map(({ code }) => code)).toEqual([await codeOf(bought, tickets[1])]);
    expect((await fetchFile(bought, `${path}/calendar.ics?${query}`)).body).toContain("1 × Adult");
    expect((await fetchFile(bought, `/ticket_order/${id}/calendar.ics?token=${token}`)).body).toContain("1 × Adult");
  });

  test("is no longer opened by links that the buyer kept", async () => {
    const bought = await buyTwo();
    const [ticket] = (await fetchOrder(bought.buyer, bought.order)).body.door_ticket._data.filter(
      ({ id }: { id: string }) => id === bought.order.tickets[0],
    );
    const paths = [
      `/ticket/${ticket.id}/qrcode`,
      `/ticket/${ticket.id}/ticket.pdf`,
      `/ticket/${ticket.id}/walletprecheck`,
    ];
    for (const path of paths) expect((await fetchFile(bought, `${path}?token=${ticket.token}`)).statusCode).toBe(200);
    await sendOn(bought.buyer, bought.order, first(bought));
    for (const path of paths) expect((await fetchFile(bought, `${path}?token=${ticket.token}`)).statusCode).toBe(404);
    for (const who of [bought.buyer, withLink(server, bought.shop)])
      expect((await who.get(`/ticket/${ticket.id}/walletprecheck?token=${bought.order.token}`)).status).toBe(404);

    const { path, query } = await sendingOf(bought);
    const [theirs] = (await withLink(server, bought.shop).get(`${path}?${query}`)).body.door_ticket._data;
    for (const one of paths) expect((await fetchFile(bought, `${one}?token=${theirs.token}`)).statusCode).toBe(200);
  });

  test("sends both an e-mail, and is in the order's history", async () => {
    const bought = await buyTwo();
    await sendOn(bought.buyer, bought.order, first(bought));
    const [sent, ...others] = await emailsOf(server, bought.shop, "tickets_sent");
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ to: grace.email, subject: "Ticket for Whales of the Harbor" });
    for (const part of ["Ada has sent you a ticket.", "“See you there!”", "1 × Adult"])
      expect(sent?.text).toContain(part);
    expect(sent?.text).not.toContain(await codeOf(bought, bought.order.tickets[0]));
    expect((await emailsOf(server, bought.shop, "order_confirmation")).map(({ to }) => to)).toEqual([
      "ada@example.org",
      "ada@example.org",
    ]);
    const { id, token } = bought.order;
    const { body } = await bought.buyer.get(`/ticket_order/${id}/actions?token=${token}`);
    expect(body.history).toMatchObject([{ kind: "bought" }, { kind: "sent", tickets: 1, amount: "0" }]);
    expect(body.ticket._data.map((ticket: { is_sendable: boolean }) => ticket.is_sendable).toSorted()).toEqual([
      false,
      true,
    ]);
  });

  test("opens nothing else of the order", async () => {
    const bought = await buyTwo();
    await sendOn(bought.buyer, bought.order, first(bought));
    const { query } = await sendingOf(bought);
    const stranger = withLink(server, bought.shop);
    for (const path of [`/ticket_order/${bought.order.id}`, `/ticket_order/${bought.order.id}/actions`])
      expect((await stranger.get(`${path}?${query}`)).status).toBe(404);
  });
});

describe("the recipient's link is not found", () => {
  test("without its token, with the order's, with another sending's, and at another seller", async () => {
    const bought = await buyTwo();
    await sendOn(bought.buyer, bought.order, first(bought));
    await sendOn(bought.buyer, bought.order, bought.order.tickets.slice(1), { email: "joan@example.org" });
    const [one, other] = [await sendingOf(bought, 0), await sendingOf(bought, 1)];
    const stranger = withLink(server, bought.shop);
    for (const file of ["", "/tickets.pdf", "/calendar.ics"]) {
      for (const query of ["", `token=${bought.order.token}`, other.query])
        expect((await stranger.get(`${one.path}${file}?${query}`)).status).toBe(404);
      // Not even with the buyer's session.
      expect((await bought.buyer.get(`${one.path}${file}`)).status).toBe(404);
    }
    const { shop } = await buyTwo();
    expect((await withLink(server, shop).get(`${one.path}?${one.query}`)).status).toBe(404);
  });
});

describe("taking tickets back", () => {
  test("gives the buyer a new code, and the recipient none", async () => {
    const bought = await buyTwo();
    const [ticket] = bought.order.tickets;
    await sendOn(bought.buyer, bought.order, first(bought));
    const { path, query } = await sendingOf(bought);
    const theirs = (await withLink(server, bought.shop).get(`${path}?${query}`)).body.door_ticket._data[0];
    const reply = await takeBack(bought.buyer, bought.order, first(bought));
    expect(reply.status).toBe(200);
    expect(reply.body.sent_ticket).toBe(undefined);
    const code = await codeOf(bought, ticket);
    expect(code).not.toBe(theirs.scan_code);
    expect(codesIn(reply)).toContain(code);

    const after = await withLink(server, bought.shop).get(`${path}?${query}`);
    expect(after.body).toMatchObject({ door_ticket: { _data: [] }, ended: 1 });
    for (const one of ["qrcode", "ticket.pdf"])
      expect((await fetchFile(bought, `/ticket/${ticket}/${one}?token=${theirs.token}`)).statusCode).toBe(404);
    expect((await fetchFile(bought, `${path}/tickets.pdf?${query}`)).statusCode).toBe(404);
    expect(await emailsOf(server, bought.shop, "tickets_ended")).toMatchObject([{ to: grace.email }]);
  });

  test("is refused for tickets that were not sent on, are used, or are of another order", async () => {
    const bought = await buyTwo();
    expect(refusalOf(await takeBack(bought.buyer, bought.order, first(bought)))).toBe("409 ticket_state_incorrect");
    await sendOn(bought.buyer, bought.order, first(bought));
    const another = await buyTwo();
    expect(refusalOf(await takeBack(another.buyer, another.order, first(bought)))).toBe("404 ticket_not_found");
    await redeemTicket(server.db, first(bought)[0]);
    expect(refusalOf(await takeBack(bought.buyer, bought.order, first(bought)))).toBe("409 ticket_state_incorrect");
    expect(await emailsOf(server, bought.shop, "tickets_ended")).toEqual([]);
  });
});

describe("sending is refused", () => {
  test.each([
    { what: "to no address", more: { email: "grace" }, code: "422 validation_failed" },
    {
      what: "with a link in the message",
      more: { message: "See https://evil.example" },
      code: "422 validation_failed",
    },
    { what: "with a link as the name", more: { sender_name: "www.evil.example" }, code: "422 validation_failed" },
  ])("$what", async ({ more, code }) => {
    const bought = await buyTwo();
    expect(refusalOf(await sendOn(bought.buyer, bought.order, first(bought), { ...grace, ...more }))).toBe(code);
    expect(await emailsOf(server, bought.shop, "tickets_sent")).toEqual([]);
  });

  test.each([
    {
      what: "where the policy keeps the names",
      rules: { ...everyChange, allow: ["cancel" as const] },
      code: "403 access_denied",
    },
    {
      what: "without a login where one is needed",
      rules: { enabled: true, anon_editing: false },
      code: "403 access_denied",
    },
    { what: "past the policy's hours", rules: { ...everyChange, horizon_hours: 24 * 30 }, code: "422 tickets_too_old" },
  ])("$what", async ({ rules, code }) => {
    const bought = await buyTwo(rules);
    const before = await codeOf(bought, first(bought)[0]);
    expect(refusalOf(await sendOn(bought.buyer, bought.order, first(bought)))).toBe(code);
    expect(await codeOf(bought, first(bought)[0])).toBe(before);
  });

  test("for tickets of another order, sent on already, cancelled, and used", async () => {
    const bought = await buyTwo();
    const another = await buyTwo();
    const [one, two] = bought.order.tickets.map((id) => [id]);
    const send = async (tickets: readonly string[] = []) =>
      refusalOf(await sendOn(bought.buyer, bought.order, tickets));
    expect(await send(another.order.tickets)).toBe("404 ticket_not_found");
    expect(await send(one)).toBe("200");
    expect(await send(one)).toBe("409 ticket_state_incorrect");
    await redeemTicket(server.db, two?.[0] ?? "");
    expect(await send(two)).toBe("409 ticket_state_incorrect");
    const third = await buyTwo();
    await cancelTickets(third.buyer, third.order, first(third));
    expect(refusalOf(await sendOn(third.buyer, third.order, third.order.tickets))).toBe("409 ticket_state_incorrect");
  });

  test("to somebody who has neither the order's session nor its link", async () => {
    const bought = await buyTwo();
    const stranger = withLink(server, bought.shop);
    const order = { ...bought.order, token: "x".repeat(43) };
    expect(refusalOf(await sendOn(stranger, order, first(bought)))).toBe("404 not_found");
    await sendOn(bought.buyer, bought.order, first(bought));
    expect(refusalOf(await takeBack(stranger, order, first(bought)))).toBe("404 not_found");
  });

  test("beyond the limit of e-mails for one order", async () => {
    const bought = await buyTwo();
    const codes: string[] = [];
    while (codes.length < 30 && codes.at(-1) !== "429 too_many_requests") {
      const act = codes.length % 2 === 0 ? sendOn : takeBack;
      codes.push(refusalOf(await act(bought.buyer, bought.order, first(bought))));
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => "200"), "429 too_many_requests"]);
  });
});

test("a ticket that was sent on and is cancelled opens nothing, and its recipient gets an e-mail", async () => {
  const bought = await buyTwo();
  await sendOn(bought.buyer, bought.order, first(bought));
  const { path, query } = await sendingOf(bought);
  expect((await cancelTickets(bought.buyer, bought.order, bought.order.tickets)).status).toBe(200);
  const { body } = await withLink(server, bought.shop).get(`${path}?${query}`);
  expect(body).toMatchObject({ door_ticket: { _data: [] }, ended: 1 });
  expect((await fetchFile(bought, `${path}/calendar.ics?${query}`)).body).toContain("STATUS:CANCELLED");
  expect(await emailsOf(server, bought.shop, "tickets_ended")).toMatchObject([{ to: grace.email }]);
});

test("a visit whose tickets were all sent on is removed from the buyer's calendar", async () => {
  const bought = await buyTwo();
  await sendOn(bought.buyer, bought.order, bought.order.tickets);
  const { id, token } = bought.order;
  const calendar = (await fetchFile(bought, `/ticket_order/${id}/calendar.ics?token=${token}`)).body;
  expect(calendar).toContain("STATUS:CANCELLED");
  expect(calendar).toContain("SEQUENCE:1");
});

test("one of many simultaneous sendings of a ticket succeeds, with one e-mail", async () => {
  const bought = await buyTwo();
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      sendOn(withLink(server, bought.shop), bought.order, first(bought), { email: `friend${index}@example.org` }),
    ),
  );
  expect(replies.map(refusalOf).toSorted()).toEqual([
    "200",
    ...Array.from({ length: 7 }, () => "409 ticket_state_incorrect"),
  ]);
  expect(await emailsOf(server, bought.shop, "tickets_sent")).toHaveLength(1);
});

test("after a simultaneous sending and cancellation the ticket is cancelled or sent, and a recipient left without a ticket gets an e-mail", async () => {
  const bought = await buyTwo();
  const [sent, cancelled] = await Promise.all([
    sendOn(withLink(server, bought.shop), bought.order, first(bought)),
    cancelTickets(withLink(server, bought.shop), bought.order, first(bought)),
  ]);
  expect(refusalOf(cancelled)).toBe("200");
  const ended = await emailsOf(server, bought.shop, "tickets_ended");
  expect(ended).toHaveLength(refusalOf(sent) === "200" ? 1 : 0);
});
