import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { countLockWaits } from "../../test/database/countLockWaits.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { TestBuyer, cards } from "../../test/shop/testBuyer.ts";
import { listRoutes } from "../../test/app/listRoutes.ts";
import { ticketLine } from "../../test/shop/ticketLine.ts";

const lines: string[] = [];
let server: TestApp;
let shop: TestShop;
let port: number;
beforeAll(async () => {
  server = await openTestApp({ logger: { level: "info", stream: { write: (line: string) => void lines.push(line) } } });
  shop = await createTestShop(server.db);
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  const bound = server.app.server.address();
  port = typeof bound === "object" && bound ? bound.port : 0;
});
afterAll(() => server.close());
beforeEach(() => void (lines.length = 0));

const app = { "x-application": "ecomm" };
const json = { ...app, "content-type": "application/json" };
const urlOf = (route: string) => {
  const [, path = ""] = route.split(" ");
  return `${path.replace(/:\w+/g, crypto.randomUUID())}?_seller=${shop.slug}`;
};
const mutatingRoutes = () =>
  listRoutes(server.app).filter((route) => /^(?:POST|PUT|PATCH|DELETE) \/(?:cached_)?api\//.test(route));
const inject = (route: string, headers: Record<string, string>, payload = "{}", url = urlOf(route)) =>
  server.app.inject({ method: route.split(" ")[0] as "POST", url, headers, payload });

describe("the guard against cross-site requests", () => {
  test("covers every write of the API", () => expect(mutatingRoutes().length).toBeGreaterThan(12));

  test.each([
    ["without the application's header", { "content-type": "application/json" }, 403],
    ["for another application", { ...json, "x-application": "evil" }, 403],
    ["from another site", { ...json, "sec-fetch-site": "cross-site" }, 403],
    ["from a neighbouring host", { ...json, "sec-fetch-site": "same-site" }, 403],
    ["from another origin", { ...json, origin: "https://evil.example" }, 403],
    ["from an opaque origin", { ...json, origin: "null" }, 403],
  ])("refuses every write %s, however its URL is encoded", async (_, headers, status) => {
    for (const route of mutatingRoutes())
      for (const url of [urlOf(route), urlOf(route).replace("/api", "/%61pi")]) {
        const answer = await inject(route, headers, "{}", url);
        expect(answer.statusCode, `${route} ${url}`).toBe(status);
        expect(answer.headers["set-cookie"]).toBeUndefined();
      }
  });
});

describe("the content type of a request", () => {
  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
    "application/json\t",
    "application/json;",
    "application/json; charset=utf-16",
    "application/json, text/plain",
    "text/json",
    "application/ld+json",
    "*/*",
    "",
  ])("the content type of a request is refused if it is %j", async (type) => {
    for (const route of mutatingRoutes())
      expect((await inject(route, { ...app, "content-type": type })).statusCode, route).toBe(415);
  });

  test("the content type of a request is required", async () => {
    for (const route of mutatingRoutes().filter((route) => !route.startsWith("DELETE")))
      expect((await inject(route, app)).statusCode, route).toBe(415);
  });
});

describe("malicious bodies", () => {
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  test.each([
    ["with a prototype", '{"__proto__":{"admin":true}}'],
    ["with a prototype's constructor", '{"constructor":{"prototype":{"admin":true}}}'],
    ["with eleven levels", `{"campaign":${deep(11)}}`],
    ["with ten thousand levels", `{"campaign":${deep(10_000)}}`],
    ["with a database column", '{"state":"completed","seller_id":"x","expires_at":"2099-01-01T00:00:00Z"}'],
    ["with a lone surrogate", '{"campaign":{"utm":"\\ud800"}}'],
    ["with NUL in a text", '{"campaign":{"utm":"a\\u0000b"}}'],
    ["with NUL in a key", '{"campaign":{"a\\u0000":"b"}}'],
  ])("%s are refused", async (_, payload) => {
    for (const route of mutatingRoutes().filter((route) => !route.startsWith("DELETE"))) {
      const { statusCode } = await inject(route, json, payload);
      expect([400, 422], `${route} ${statusCode}`).toContain(statusCode);
    }
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  test("a name with NUL is refused as invalid input", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    const response = await buyer.savePurchaser(cart, {
      first_name: "A\u0000da",
      last_name: "L",
      email: "a@example.org",
    });
    expect(response).toMatchObject({ status: 422, body: { _data: [{ _code: "validation_failed" }] } });
  });

  test("malicious bodies of more than 64 KB are refused", async () => {
    const { statusCode, payload } = await inject(
      "POST /api/my/cart/modify",
      json,
      `{"campaign":{"a":"${"x".repeat(70_000)}"}}`,
    );
    expect([statusCode, JSON.parse(payload)._data[0]._code]).toEqual([413, "payload_too_large"]);
  });
});

/** The server's reply to raw bytes. */
const sendRaw = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.setTimeout(5000, () => socket.destroy(new Error("no answer")));
    socket.on("data", (chunk) => (received += chunk.toString()));
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
  });

/** Sends a request piece by piece until the server closes the connection, and returns the reply. */
const dripUntilClosed = async (port: number, start: string, drop: string): Promise<string> => {
  const socket = connect(port, "127.0.0.1", () => socket.write(start));
  const drip = setInterval(() => socket.write(drop), 20);
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString()));
  socket.on("error", () => undefined);
  await once(socket, "close").catch(() => undefined);
  clearInterval(drip);
  return received;
};

describe("malformed requests", () => {
  test("malformed requests with endless headers are cut off", async () => {
    expect(await sendRaw(`GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431/,
    );
  });

  test("malformed requests with both Content-Length and Transfer-Encoding are refused", async () => {
    const smuggled =
      "POST /api/my/cart/modify HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    expect(await sendRaw(smuggled)).toMatch(/^HTTP\/1\.1 400/);
  });

  test.each(["TRACE", "CONNECT", "PUT"])("malformed requests with the method %s do nothing", async (method) => {
    expect(
      await sendRaw(`${method} /api/my/cart/modify?_seller=x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    ).not.toMatch(/^HTTP\/1\.1 2/);
  });

  test("malformed requests have fifteen seconds for their headers; only an upload has longer than that again", () => {
    expect(server.app.server.requestTimeout).toBe(600_000);
    expect(server.app.server.headersTimeout).toBe(15_000);
  });

  test.each([
    ["headers", "GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ", "a"],
    [
      "a body",
      "POST /api/my/cart/modify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Application: ecomm\r\nContent-Length: 60000\r\n\r\n",
      " ",
    ],
  ])("malformed requests that send %s too slowly are cut off in time", async (_, start, drop) => {
    const timeoutMs = 750;
    const slow = await openTestApp({ requestTimeoutMs: timeoutMs }, server);
    await slow.app.listen({ port: 0, host: "127.0.0.1" });
    const bound = slow.app.server.address();
    const port = typeof bound === "object" && bound ? bound.port : 0;
    let received = "";
    // A piece that arrives while the server closes resets the connection, and the reply may be lost with it.
    for (let attempt = 0; attempt < 5 && received === ""; attempt++) {
      const startedAt = performance.now();
      received = await dripUntilClosed(port, start, drop);
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(timeoutMs);
      expect(performance.now() - startedAt).toBeLessThan(4 * timeoutMs);
    }
    expect(received).toMatch(/^HTTP\/1\.1 408/);
    await slow.close();
  });

  test("malformed requests with an invalid URL are refused without repeating it", async () => {
    const { statusCode, headers, payload } = await server.app.inject({ url: "/api/events/%E0%A4%A?_seller=canary" });
    expect([statusCode, JSON.parse(payload)._data[0]]).toMatchObject([
      400,
      { _code: "bad_field_value", _extra: { fields: ["path"] } },
    ]);
    expect(headers["cache-control"]).toBe("no-store");
    expect(payload).not.toMatch(/%E0|canary/);
  });
});

describe("caching and content types", () => {
  test("replies of /api are never cached and their type is not sniffed", async () => {
    for (const route of listRoutes(server.app).filter(
      (route) => / \/api\//.test(route) && !route.includes("/image/"),
    )) {
      const { headers } = await inject(route, json);
      // The API's description is the same for everyone: it is cached, and revalidated each time.
      if (route === "GET /api/openapi.json")
        expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
      else expect(headers["cache-control"], route).toMatch(/no-store/);
      expect(headers["x-content-type-options"], route).toBe("nosniff");
    }
  });

  test("cached replies neither set nor read cookies", async () => {
    const buyer = new TestBuyer(server, shop);
    await buyer.hold(1);
    for (const route of listRoutes(server.app).filter((route) => / \/cached_api\//.test(route))) {
      const url = urlOf(route);
      const [without, withIt] = [
        await inject(route, {}, "", url),
        await inject(route, { cookie: buyer.cookie }, "", url),
      ];
      const withoutRequestId = (payload: string) => payload.replace(/"request_id":"[^"]*"/, "");
      expect(withoutRequestId(withIt.payload), route).toBe(withoutRequestId(without.payload));
      expect([without.headers["set-cookie"], withIt.headers["set-cookie"]]).toEqual([undefined, undefined]);
    }
  });
});

describe("the log", () => {
  test("contains no name, address, number or token of a purchase, not even after an error", async () => {
    const person = {
      first_name: "Cannarina",
      last_name: "Bird-Song",
      email: "canary@secret.example",
      phone: "+64 21 555 0199",
    };
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    await buyer.savePurchaser(cart, person);
    await buyer.pay(cart, cards.declined);
    await buyer.pay(cart, cards.good);
    const { body } = await buyer.checkOut(cart, { identity: person });
    const { id, token } = body.ticket_order._data[0];
    await buyer.get(`/ticket_order/${id}?token=${token}`);

    // An error whose message quotes a name: PostgreSQL repeats the row's values.
    await server.runAsOwner(
      "alter table identity add constraint canary check (first_name <> 'Cannarina' or kind <> 'guest') not valid",
    );
    const second = await buyer.hold(1);
    await expect(buyer.savePurchaser(second, person)).rejects.toThrow();
    await server.runAsOwner("alter table identity drop constraint canary");
    server.app.log.error({ email: person.email, nested: { first_name: person.first_name } }, `sent to ${person.email}`);
    server.app.log.error(new Error(`card 4242 4242 4242 4242 of ${person.email} with ${token}`));

    expect(lines.some((line) => line.includes("unexpected error") && line.includes("canary"))).toBe(true);
    expect(lines.some((line) => line.includes("a visitor got a session"))).toBe(true);
    const all = lines.join("");
    const session = buyer.cookie.split("=")[1] ?? "";
    for (const secret of ["Cannarina", "Bird-Song", "canary@secret", "555 0199", "4242 4242", token, session])
      expect(all).not.toContain(secret);
  });

  test("the log is one line of JSON per entry, whatever the text contains", () => {
    server.app.log.info({ response: "one\r\ntwo\u001b[31m" }, "three\nfour");
    expect(lines).toHaveLength(1);
    for (const sign of ["\r", "\n", "\u001b"]) expect(lines[0]?.trimEnd()).not.toContain(sign);
  });
});

test("the reply to a bug reveals nothing about it", async () => {
  await server.runAsOwner("alter table event_template rename column subtitle to renamed");
  const read = () => server.app.inject({ url: `/api/events/${shop.event.id}?_seller=${shop.slug}` });
  // The first request may hit an outdated prepared statement, which is not a bug.
  await read();
  const { statusCode, headers, payload } = await read();
  await server.runAsOwner("alter table event_template rename column renamed to subtitle");
  expect(statusCode).toBe(500);
  expect(headers["cache-control"]).toBe("no-store");
  expect(JSON.parse(payload)._data).toEqual([
    {
      _code: "unexpected",
      _context: "general",
      _description: "Sorry! Something unexpected happened. Please try again.",
    },
  ]);
  expect(payload).not.toMatch(/subtitle|select|column|at /);
});

test("a closing server finishes running requests and accepts no others", async () => {
  const closing = await openTestApp({}, server);
  await closing.app.listen({ port: 0, host: "127.0.0.1" });
  const bound = closing.app.server.address();
  const origin = `http://127.0.0.1:${typeof bound === "object" && bound ? bound.port : 0}`;
  const slow = await server.db.transaction().execute(async (tx) => {
    // The hold waits for this row; meanwhile the server starts to close.
    await sql`select from event_session where seller_id = ${shop.seller_id}::uuid and id = ${shop.session.id} for update`.execute(
      tx,
    );
    const hold = fetch(`${origin}/api/my/cart/modify?_seller=${shop.slug}`, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ add: [ticketLine(shop.event, 1)] }),
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { hold, closed: closing.close() };
  });
  expect((await slow.hold).status).toBe(200);
  await slow.closed;
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
});

test("a closing server refuses a request on an open connection with our own reply", async () => {
  const closing = await openTestApp({}, server);
  await closing.app.listen({ port: 0, host: "127.0.0.1" });
  const bound = closing.app.server.address();
  let received = "";
  const socket = connect(typeof bound === "object" && bound ? bound.port : 0, "127.0.0.1");
  socket.on("data", (chunk) => (received += chunk.toString()));
  const closed = await server.db.transaction().execute(async (tx) => {
    // The first request waits for this table; meanwhile the server starts to close.
    await sql`lock table event_template in access exclusive mode`.execute(tx);
    socket.write(`GET /api/events/${shop.event.id}?_seller=${shop.slug} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await expect.poll(() => countLockWaits(server.db)).toBeGreaterThan(0);
    const end = closing.close();
    await expect.poll(() => closing.app.server.listening).toBe(false);
    socket.write(`GET /api/events/${shop.event.id}?_seller=${shop.slug} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return { end };
  });
  await once(socket, "close");
  await closed.end;
  const [first, second = ""] = received.split(/(?=HTTP\/1\.1 503)/);
  expect(first).toMatch(/^HTTP\/1\.1 200/);
  const [head = "", body = "{}"] = second.split("\r\n\r\n");
  expect(head.toLowerCase()).toContain("retry-after: 2");
  expect(head.toLowerCase()).toContain("connection: close");
  expect(JSON.parse(body)._data[0]._code).toBe("unavailable");
});
