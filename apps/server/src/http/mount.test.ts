import Fastify from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { endpoint } from "@foyer/contract/endpoint.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { RequestContext } from "./requestContext.ts";
import { ResponseCache } from "./cache/responseCache.ts";
import { mount, route } from "./mount.ts";

const ringBell = endpoint({
  name: "bell",
  method: "GET",
  path: "/bell",
  summary: "Rings.",
  reply: z.object({ rings: z.int() }),
});

const apps: ReturnType<typeof Fastify>[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

/** What a visitor hears of a verb that says this. */
const callApp = async (reply: object, { exact, production }: { exact: boolean; production: boolean }) => {
  const app = Fastify();
  apps.push(app);
  const ctx = { seller: { id: "0" } as Seller } as RequestContext;
  mount(app, [route(ringBell, async () => reply as { rings: number }, { exact })], {
    createContext: async () => ctx,
    cache: new ResponseCache(),
    production,
  });
  const { statusCode, body } = await app.inject({ method: "GET", url: "/api/bell?_seller=a" });
  return statusCode === 200 ? body : statusCode;
};

describe("only what the contract names leaves the house", () => {
  test.each([
    [
      "what else a verb says is left out",
      { rings: 1, key: "under the mat" },
      { exact: false, production: true },
      '{"rings":1}',
    ],
    ["what is not as the contract says is a bug", { rings: "twice" }, { exact: false, production: true }, 500],
    [
      "an exact reply that says more is a bug",
      { rings: 1, key: "under the mat" },
      { exact: true, production: false },
      500,
    ],
    ["an exact reply that is wrong is a bug", { rings: "twice" }, { exact: true, production: false }, 500],
    ["an exact reply is exact", { rings: 1 }, { exact: true, production: false }, '{"rings":1}'],
    ["and sent as it is in production", { rings: 1 }, { exact: true, production: true }, '{"rings":1}'],
  ])("%s", async (_, said, how, expected) => expect(await callApp(said, how)).toBe(expected));
});
