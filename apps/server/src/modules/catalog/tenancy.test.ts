import fc from "fast-check";
import { sql } from "kysely";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as event from "@foyer/contract/shop/catalog.ts";
import * as listing from "@foyer/contract/shop/listing.ts";
import * as sessions from "@foyer/contract/shop/sessions.ts";
import type { Endpoint } from "@foyer/contract/endpoint.ts";
import { listMembershipRules } from "@foyer/contract/shop/membership.ts";
import { sampledDaily } from "../../../../../scripts/sampling.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { createTestMember } from "../../../test/accounts/members.ts";

const catalog = { ...event, ...listing, ...sessions };

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "reply" in value;
const calls = [...Object.values(catalog as Record<string, unknown>).filter(isEndpoint), listMembershipRules];
const gets = calls.filter(({ method }) => method === "GET");
const posts = calls.filter(({ method }) => method === "POST");
const queryKeys = (call: Endpoint) =>
  Object.keys((call.query as unknown as { _zod: { def: { shape: object } } })._zod.def.shape);
const embedsOf = (call: Endpoint): string[] =>
  [
    "meta",
    "config",
    "venue",
    "ticket_type",
    "ticket_group",
    "message_rule",
    "ticket_group.meta",
    "ticket_group.config",
  ].filter(
    (name) =>
      queryKeys(call).includes("_embed") &&
      call.query.safeParse({ ...neededBy(call, crypto.randomUUID()), _embed: name }).success,
  );

/** The query that an endpoint requires, for some id. */
const neededBy = (call: Endpoint, id: string): Record<string, string> =>
  Object.fromEntries(
    ["id._in", "resource_id._in"].filter((key) => queryKeys(call).includes(key)).map((key) => [key, id]),
  );

type Ids = { event: string; session: string; group: string; type: string; image: string };
const fill = (path: string, ids: Ids) =>
  path
    .replace(":event_template_id", ids.event)
    .replace(":event_session_id", ids.session)
    .replace(":ticket_group_id", ids.group)
    .replace(":image_id", ids.image);
const urlOf = (prefix: string, call: Endpoint, ids: Ids, query: Record<string, string> = {}) =>
  `${prefix}${fill(call.path, ids)}?${new URLSearchParams({ ...neededBy(call, ids.event), ...query })}`;
const bodyOf = (call: Endpoint, ids: Ids) => ({
  ticket_types_required: [
    call.name === "checkPrices" ? { ticket_type_id: ids.type } : { ticket_type_id: ids.type, quantity: 1 },
  ],
});

let server: TestApp;
let ownShop: TestShop;
let otherShop: TestShop;
let ownIds: Ids;
let otherIds: Ids;
const unknownIds = (): Ids => ({
  event: crypto.randomUUID(),
  session: crypto.randomUUID(),
  group: crypto.randomUUID(),
  type: crypto.randomUUID(),
  image: crypto.randomUUID(),
});

const makeImage = async (seller_id: string): Promise<string> => {
  const id = crypto.randomUUID();
  const bytes = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  await server.db
    .insertInto("image_asset")
    .values({
      seller_id,
      id,
      key: id,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      mime: "image/png",
      width: 1,
      height: 1,
      bytes,
      alt: null,
    })
    .execute();
  return id;
};
const idsOf = async (shop: TestShop): Promise<Ids> => ({
  event: shop.event.id,
  session: shop.session.id,
  group: shop.group.id,
  type: shop.type.id,
  image: await makeImage(shop.seller_id),
});
const tokenOfMember = async (shop: TestShop): Promise<string> =>
  (await createTestMember(server.db, shop)).cookie.split("=")[1] ?? "";

/** Row counts of the catalogue, which reads must not change. */
const counted = async () =>
  (
    await sql<{
      counts: string;
    }>`select concat_ws(' ', (select count(*) from seller), (select count(*) from event_template), (select sum(used_capacity) from event_session),
    (select count(*) from ticket_type), (select count(*) from image_asset), (select count(*) from cart), (select count(*) from identity)) as counts`.execute(
      server.db,
    )
  ).rows[0]?.counts;
const columns = async (): Promise<string[]> =>
  (
    await sql<{
      name: string;
    }>`select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' order by 1`.execute(
      server.db,
    )
  ).rows.map(({ name }) => name);

beforeAll(async () => {
  server = await openTestApp();
  const event = {
    groups: [{ name: "everybody" }, { name: "for members", hidden_type: "public_member_only" as const }],
  };
  ownShop = await createTestShop(server.db, { event });
  otherShop = await createTestShop(server.db, { event });
  ownIds = await idsOf(ownShop);
  otherIds = await idsOf(otherShop);
});
afterAll(() => server.close());

test("every endpoint of the catalogue is mounted", () => {
  expect(calls.length).toBe(13);
  for (const { method, path, cached } of calls)
    for (const prefix of cached ? ["/api", "/cached_api"] : ["/api"])
      expect(server.app.hasRoute({ method: method as "GET", url: prefix + path }), path).toBe(true);
});

describe("ids of another seller are as unknown as invented ids", () => {
  test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    "an id of another seller is as unknown as an invented one: %s",
    async (_, call) => {
      const request = (ids: Ids) =>
        call.method === "GET"
          ? server.get(ownShop.slug, urlOf("/api", call, ids))
          : server.post(ownShop.slug, urlOf("/api", call, ids), bodyOf(call, ids));
      const [others, none, own] = [await request(otherIds), await request(unknownIds()), await request(ownIds)];
      expect(others.status).toBe(none.status);
      expect({ ...others.body, request_id: "" }).toEqual({ ...none.body, request_id: "" });
      expect(own.status).toBe(200);
    },
  );

  test.each(posts.map((call) => [call.path, call] as const))(
    "ids of another seller are as unknown as invented ids in a basket of an own event, POST %s",
    async (_, call) => {
      const request = (type: string) =>
        server.post(ownShop.slug, urlOf("/api", call, ownIds), bodyOf(call, { ...ownIds, type }));
      const type = crypto.randomUUID();
      const [others, none] = [await request(otherIds.type), await request(type)];
      const withoutId = (text: unknown, id: string) =>
        JSON.stringify(text)
          .replaceAll(id, "the type")
          .replace(/"request_id":"[^"]*"/, "");
      expect(withoutId(others.body, otherIds.type)).toBe(withoutId(none.body, type));
    },
  );
});

test("a member of one seller is a visitor at another", async () => {
  const token = await tokenOfMember(ownShop);
  const groups = async (shop: TestShop, ids: Ids, cookie: string) =>
    (
      await server.get(shop.slug, urlOf("/api", catalog.getEvent, ids, { _embed: "ticket_group" }), {
        headers: { cookie },
      })
    ).body.ticket_group._data.length;
  expect(await groups(ownShop, ownIds, `foyer.${ownShop.slug}=${token}`)).toBe(2);
  expect(await groups(otherShop, otherIds, `foyer.${otherShop.slug}=${token}`)).toBe(1);
  expect(await groups(otherShop, otherIds, `foyer.${ownShop.slug}=${token}`)).toBe(1);
});

describe("the seller of a request", () => {
  const encodings = (a: string, b: string) =>
    [
      ["twice", `_seller=${a}&_seller=${b}`],
      ["twice the same", `_seller=${a}&_seller=${a}`],
      ["as a list", `_seller[]=${a}`],
      ["as a list of two", `_seller[]=${a}&_seller[]=${b}`],
      ["as an object", `_seller[slug]=${a}`],
      ["not at all", ""],
      ["empty", "_seller="],
      ["without a value", "_seller"],
      ["another key", `seller=${a}`],
      ["another case", `_Seller=${a}`],
      ["encoded key twice", `%5fseller=${a}&_seller=${b}`],
      ["two in one", `_seller=${a},${b}`],
      ["with a zero byte", `_seller=${a}%00`],
      ["with a space", `_seller=${a}%20`],
      ["in capitals", `_seller=${a.toUpperCase()}`],
      ["with a path", `_seller=../${a}`],
      ["with a quote", `_seller=${a}'--`],
      ["with a percent sign", `_seller=%25`],
      ["unknown", "_seller=nobody-sells-here"],
      ["very long", `_seller=${"a".repeat(5000)}`],
    ] as const;
  test("the seller of a request is refused in any other form than once and exact", async () => {
    for (const call of gets)
      for (const [name, query] of encodings(ownShop.slug, otherShop.slug))
        for (const prefix of call.cached ? ["/api", "/cached_api"] : ["/api"]) {
          const { statusCode, payload } = await server.app.inject({ url: `${urlOf(prefix, call, ownIds)}&${query}` });
          expect([400, 404], `${call.path} ${name}: ${payload}`).toContain(statusCode);
          expect(payload).not.toContain("Whales");
        }
  });
});

describe("embeds, filters and sort orders", () => {
  const embeddings = gets.filter((call) => queryKeys(call).includes("_embed"));
  const embeds = new Map(embeddings.map((call) => [call, embedsOf(call)]));
  const keys = new Map(gets.map((call) => [call, new Set(queryKeys(call))]));

  test("embeds, filters and sort orders do not accept columns, under any operator", async () => {
    const all = await columns();
    expect(all.length).toBeGreaterThan(150);
    const operators = ["", "._in", "._lt", "._gt", "._gte", "._like", "._ne", "._or"];
    const isRead = (call: Endpoint, query: Record<string, string>): boolean =>
      call.query.safeParse({ ...neededBy(call, ownIds.event), ...query }).success;
    const sorts = (column: string): readonly string[] =>
      [column, `-${column}`, column.split(".")[1]!].filter((name) => !/^-?start_datetime$/.test(name));
    // Each column is tested against what the server reads a query with, and one column of each kind is sent to the
    // server.
    for (const [index, column] of all.entries()) {
      for (const call of gets) {
        if (embeds.get(call)?.includes(column) === false)
          expect(isRead(call, { _embed: column }), `${call.path} _embed=${column}`).toBe(false);
        for (const key of operators.map((operator) => `${column}${operator}`))
          if (!keys.get(call)!.has(key) && isRead(call, { [key]: "a" })) expect.fail(`${call.path} reads ${key}`);
      }
      for (const sort of sorts(column)) expect(isRead(catalog.listSessions, { _sort: sort }), sort).toBe(false);

      const call = gets[index % gets.length]!;
      const embedding = embeddings[index % embeddings.length]!;
      const key = `${column}${operators[index % operators.length]}`;
      const asked: (readonly [Endpoint, Record<string, string>])[] = [
        [catalog.listSessions, { _sort: sorts(column)[index % 2]! }],
      ];
      if (!keys.get(call)!.has(key)) asked.push([call, { [key]: "a" }]);
      if (!embeds.get(embedding)!.includes(column)) asked.push([embedding, { _embed: column }]);
      for (const [endpoint, query] of asked)
        expect(
          (await server.get(ownShop.slug, urlOf("/api", endpoint, ownIds, query))).status,
          `${endpoint.path} ${JSON.stringify(query)}`,
        ).toBe(400);
    }
  });

  test.each([
    "start_datetime,-start_datetime",
    "start_datetime desc",
    "(select 1)",
    "START_DATETIME",
    "--start_datetime",
    "",
  ])("embeds, filters and sort orders do not sort by %j", async (sort) => {
    expect((await server.get(ownShop.slug, urlOf("/api", catalog.listSessions, ownIds, { _sort: sort }))).status).toBe(
      400,
    );
  });

  test("embeds, filters and sort orders do not embed five hundred names, nested names or prototypes", async () => {
    for (const call of gets.filter((one) => queryKeys(one).includes("_embed")))
      for (const name of [
        Array(500).fill("venue").join(","),
        "venue.venue.venue.venue.venue.venue.venue.venue.venue.venue",
        "__proto__",
        "constructor",
        "venue,",
        " venue",
        "*",
      ])
        expect((await server.get(ownShop.slug, urlOf("/api", call, ownIds, { _embed: name }))).status, name).toBe(400);
  });

  test("return rows of this seller only, for every allowed embed", async () => {
    const foreign = [
      otherShop.seller_id,
      otherShop.venue_id,
      ...otherShop.event.sessions.map(({ id }) => id),
      ...otherShop.event.groups.flatMap((group) => [group.id, ...group.types.map(({ id }) => id)]),
      otherIds.event,
    ];
    for (const cookie of [
      "",
      `foyer.${ownShop.slug}=${await tokenOfMember(ownShop)}`,
      `foyer.${ownShop.slug}=${await tokenOfMember(otherShop)}`,
    ])
      for (const call of gets.filter((one) => embedsOf(one).length > 0)) {
        const embeds = embedsOf(call);
        for (const _embed of [...embeds, embeds.join(",")]) {
          const { status, body } = await server.get(ownShop.slug, urlOf("/api", call, ownIds, { _embed }), {
            headers: { cookie },
          });
          expect(status).toBe(200);
          const text = JSON.stringify(body);
          for (const id of foreign) expect(text).not.toContain(id);
          expect(text).not.toMatch(/used_capacity|oversell|"capacity"|limits_changed|retired|token|"key"/);
        }
      }
  });
});

describe("numbers, lists and dates", () => {
  test.each(["-1", "0", "1e9", "1000abc", "1.5", "NaN", "1001", "", " 1", "0x10", "٣"])(
    "refuse _limit=%s",
    async (limit) => {
      for (const call of gets.filter((one) => queryKeys(one).includes("_limit")))
        expect((await server.get(ownShop.slug, urlOf("/api", call, ownIds, { _limit: limit }))).status).toBe(400);
    },
  );

  test("refuse repeated parameters", async () => {
    for (const call of gets)
      for (const key of queryKeys(call))
        expect(
          (await server.get(ownShop.slug, `${urlOf("/api", call, ownIds)}&${key}=1&${key}=2`)).status,
          `${call.path} ${key}`,
        ).toBe(400);
  });

  test("accept a hundred ids in a list and no more", async () => {
    const some = (count: number) => Array.from({ length: count }, () => crypto.randomUUID()).join(",");
    for (const call of gets)
      for (const key of queryKeys(call).filter((name) => name.endsWith("._in"))) {
        const [most, more, nested] = await Promise.all(
          [some(100), some(101), `${some(2)},,${some(1)}`].map(
            async (list) => (await server.get(ownShop.slug, urlOf("/api", call, ownIds, { [key]: list }))).status,
          ),
        );
        expect([most, more, nested], `${call.path} ${key}`).toEqual([200, 400, 400]);
      }
  });

  test.each([
    "infinity",
    "-infinity",
    "now",
    "today'",
    "275760-09-13",
    "2026-02-30",
    "2026-13-01",
    "0000-01-01",
    "2026-1-1",
    "20261121",
    "2026-11-21T00:00:00+01:00",
    "2026-11-21T00:00:00",
    "2026-11-21T25:00:00Z",
    "2026-11-21 00:00:00Z",
    "epoch",
    "",
  ])("refuse %j as a date", async (date) => {
    const parameters: [Endpoint, string][] = [
      [catalog.listSessions, "_ondate"],
      [catalog.listSessions, "start_datetime._gte"],
      [catalog.listSessions, "start_datetime._lt"],
      [catalog.getCalendar, "start_datetime._lt"],
      [catalog.listEvents, "date"],
      [catalog.listEvents, "event_session.start_datetime._gte"],
    ];
    for (const [call, key] of parameters)
      expect((await server.get(ownShop.slug, urlOf("/api", call, ownIds, { [key]: date }))).status, key).toBe(400);
  });
});

describe("no input becomes SQL", () => {
  const classics = [
    "'",
    "''",
    "' or 1=1 --",
    "1; drop table seller; --",
    "'; select pg_sleep(5); --",
    "$1",
    "$$",
    "%",
    "_",
    "\\",
    "\0",
    "\u0000'",
    "null",
    "undefined",
    "NaN",
    "{}",
    "[]",
    "{a,b}",
    "(select version())",
    "' union select token_hash from visitor_session --",
    "1)) or ((1=1",
    "\ud800",
    "a".repeat(399),
    "😀".repeat(99),
    "%00",
    "../../../etc/passwd",
    "${7*7}",
    "{{7*7}}",
    "<script>",
    "\r\nset-cookie: a=b",
    "public_browsable,public_link_only'",
    "__proto__",
    "constructor",
    "0",
    "-0",
    "1e999",
  ];
  const generated = fc.sample(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc
        .constantFrom(...classics)
        .chain((one) => fc.string({ maxLength: 12 }).map((other) => other.slice(0, 6) + one + other.slice(6))),
    ),
    { numRuns: 500 - classics.length + 10, seed: 20261121 },
  );
  const quarters = [0, 1, 2, 3].map((quarter) => generated.filter((_payload, index) => index % 4 === quarter));
  const payloads = [...classics, ...sampledDaily(quarters, 1).flat()];

  test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    "no input becomes SQL: %s",
    { timeout: 120_000 },
    async (_, call) => {
      expect(generated.length + classics.length).toBeGreaterThanOrEqual(500);
      const before = await counted();
      const statuses = new Set<number>();
      const pathKeys = [...call.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
      for (const payload of payloads) {
        const encoded = encodeURIComponent(payload.toWellFormed());
        const urls = [
          ...queryKeys(call).map((key) => `${urlOf("/api", call, ownIds)}&${key}=${encoded}`),
          `${urlOf("/api", call, ownIds)}&${encoded}=1`,
          ...pathKeys.map(
            (key) =>
              `/api${fill(call.path.replace(`:${key}`, encoded || "-"), ownIds)}?${new URLSearchParams(neededBy(call, ownIds.event))}`,
          ),
        ];
        for (const url of urls) {
          const began = performance.now();
          // A 500 fails the test here.
          const { status } =
            call.method === "GET"
              ? await server.get(ownShop.slug, url, { headers: { cookie: `foyer.${ownShop.slug}=${encoded}` } })
              : await server.post(ownShop.slug, url, bodyOf(call, ownIds));
          expect(status, url).toBeLessThan(500);
          // One payload asks the database to sleep for five seconds. A busy machine takes longer than usual.
          expect(performance.now() - began, url).toBeLessThan(4500);
        }
        if (call.method === "POST") {
          const bodies = [
            { ticket_types_required: payload },
            { ticket_types_required: [{ ticket_type_id: payload, quantity: 1 }] },
            { ticket_types_required: [{ ticket_type_id: ownIds.type, quantity: payload }] },
            { [payload]: 1, ...bodyOf(call, ownIds) },
          ];
          for (const body of bodies)
            statuses.add((await server.post(ownShop.slug, urlOf("/api", call, ownIds), body)).status);
        }
      }
      expect([...statuses].filter((status) => status >= 500)).toEqual([]);
      expect(await counted()).toBe(before);
    },
  );
});

describe("a request body", () => {
  test("a request body does not accept names of columns", async () => {
    const names = new Set((await columns()).map((column) => column.split(".")[1]!));
    for (const call of posts)
      for (const name of [...names, "seller", "role", "discount", "constructor", "prototype", "toString"]) {
        const { status } = await server.post(ownShop.slug, urlOf("/api", call, ownIds), {
          ...bodyOf(call, ownIds),
          [name]: "x",
        });
        expect(status, `${call.path} ${name}`).toBe(422);
      }
  });

  test.each([
    ["with a prototype", '{"__proto__":{"admin":true},"ticket_types_required":[]}'],
    ["with a constructor's prototype", '{"constructor":{"prototype":{"admin":true}},"ticket_types_required":[]}'],
    ["nested ten thousand levels deep", `{"ticket_types_required":${"[".repeat(10_000)}${"]".repeat(10_000)}}`],
    ["that is not JSON", "{"],
    ["that is empty", ""],
    ["that is a list", "[]"],
    ["with an infinite number", '{"ticket_types_required":[{"ticket_type_id":"x","quantity":1e999}]}'],
  ])("%s is refused and changes nothing", async (_, payload) => {
    for (const call of posts) {
      const { statusCode } = await server.app.inject({
        method: "POST",
        url: `${urlOf("/api", call, ownIds)}&_seller=${ownShop.slug}`,
        headers: { "content-type": "application/json", "x-application": "ecomm" },
        payload,
      });
      expect([400, 422]).toContain(statusCode);
    }
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });
});

describe("a shared reply", () => {
  test("a shared reply is identical for every visitor, sets no cookie and must be revalidated", async () => {
    const cookies = [
      "",
      `foyer.${ownShop.slug}=${await tokenOfMember(ownShop)}`,
      `foyer.${ownShop.slug}=${await tokenOfMember(otherShop)}`,
      "foyer=x; other=y",
      `foyer.${ownShop.slug}=${"A".repeat(43)}`,
    ];
    for (const call of gets.filter((one) => one.cached && !one.raw)) {
      const all = await Promise.all(
        cookies.map((cookie) =>
          server.app.inject({
            url: `${urlOf("/cached_api", call, ownIds, embedsOf(call).length > 0 ? { _embed: embedsOf(call).join(",") } : {})}&_seller=${ownShop.slug}`,
            headers: { cookie, "x-forwarded-host": "evil.example", authorization: "Bearer x" },
          }),
        ),
      );
      expect(new Set(all.map(({ payload }) => payload)).size, call.path).toBe(1);
      for (const { headers, statusCode } of all) {
        expect([statusCode, headers["set-cookie"], headers["cache-control"]]).toEqual([
          200,
          undefined,
          "public, max-age=0, must-revalidate",
        ]);
        const again = await server.app.inject({ url: `${urlOf("/cached_api", call, ownIds)}&_seller=${ownShop.slug}` });
        expect(
          (
            await server.app.inject({
              url: `${urlOf("/cached_api", call, ownIds)}&_seller=${ownShop.slug}`,
              headers: { "if-none-match": String(again.headers.etag) },
            })
          ).statusCode,
        ).toBe(304);
      }
    }
  });

  test("a shared reply is never one that depends on the visitor", async () => {
    for (const call of gets.filter((one) => !one.raw))
      expect((await server.get(ownShop.slug, urlOf("/api", call, ownIds))).headers["cache-control"]).toBe("no-store");
  });

  test("a shared reply needs the exact path", async () => {
    const tails = [
      ".json",
      ".css",
      "/x.css",
      "/",
      "%2f",
      "%2f..",
      ";x=1",
      "%3b.js",
      "%00",
      "/..",
      "//",
      "?/../",
      "%0a",
      " ",
      "%20",
    ];
    for (const call of gets)
      for (const tail of tails) {
        const { statusCode } = await server.app.inject({
          url: `/cached_api${fill(call.path, ownIds)}${tail}${tail.includes("?") ? "&" : "?"}_seller=${ownShop.slug}`,
        });
        expect([400, 404], `${call.path}${tail}`).toContain(statusCode);
      }
  });

  test("a shared reply is not cached twice for an unknown parameter", async () => {
    for (const call of gets.filter((one) => one.cached))
      expect((await server.get(ownShop.slug, urlOf("/cached_api", call, ownIds, { utm_source: "x" }))).status).toBe(
        400,
      );
  });
});
