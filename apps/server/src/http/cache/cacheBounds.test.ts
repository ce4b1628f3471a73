import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { createPageCache } from "../../page/pageCache.ts";
import type { CachedReply } from "../mount.ts";
import { ResponseCache } from "./responseCache.ts";

const bounds = { maxEntries: 40, maxBytes: 60_000 } as const;
const replies = new ResponseCache<CachedReply>({ ...bounds, bytesOf: ({ body }) => body.size });
let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp({ caches: { replies, pages: createPageCache() } });
  shop = await createTestShop(server.db);
});
afterAll(() => server.close());

const randomIds = (count: number) => Array.from({ length: count }, () => crypto.randomUUID()).join(",");
const request = async (path: string) => (await server.get(shop.slug, `/cached_api${path}`)).status;

test.each([
  ["unknown events", () => `/event_template?id._in=${randomIds(100)}`],
  ["known events beside unknown ones", () => `/event_template?id._in=${shop.event.id},${randomIds(1)}`],
  ["settings of unknown events", () => `/config?resource_id._in=${randomIds(100)}`],
  ["one unknown event", () => `/events/${crypto.randomUUID()}`],
])("replies about %s are not cached", async (_, path) => {
  const before = replies.size;
  for (let index = 0; index < 20; index++) await request(path());
  expect(replies.size).toBeLessThanOrEqual(before);
});

test("a reply with everything that was asked for is cached", async () => {
  const before = replies.size;
  await request(`/event_template?id._in=${shop.event.id}`);
  await request(`/config?resource_id._in=${shop.event.id}`);
  expect(replies.size).toBe(before + 2);
});

test.each([
  ["listings of invented categories", () => `/events/available?category=${randomIds(10)}`],
  ["events with invented groups", () => `/events/${shop.event.id}?ticket_group.id._in=${randomIds(100)}`],
  ["sessions from invented moments", (index: number) => `/events/${shop.event.id}/sessions?_limit=${index + 1}`],
])("the cache stays within its bounds with %s", async (_, path) => {
  for (let index = 0; index < 100; index++) expect(await request(path(index))).toBe(200);
  expect(replies.size).toBeGreaterThan(10);
  expect(replies.size).toBeLessThanOrEqual(bounds.maxEntries);
  expect(replies.bytes).toBeLessThanOrEqual(bounds.maxBytes);
});

test("five thousand different requests do not fill a small heap", async () => {
  const flood = fileURLToPath(new URL("../../../test/process/floodReplies.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--max-old-space-size=160", flood, JSON.stringify(server.databaseConfig), shop.slug, "5000"],
    { timeout: 240_000 },
  );
  const { before, after } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}") as Record<"before" | "after", number>;
  expect(after - before).toBeLessThan(8 * 1024 * 1024);
}, 300_000);
