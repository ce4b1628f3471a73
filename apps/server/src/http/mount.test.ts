import Fastify from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { endpoint } from "@foyer/contract/endpoint.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { FirstVisit, RequestContext } from "./requestContext.ts";
import { createAppCaches } from "../appCaches.ts";
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

/** The reply that a visitor receives when the use case returns `reply`. */
const callApp = async (reply: object, { exact, production }: { exact: boolean; production: boolean }) => {
  const app = Fastify();
  apps.push(app);
  const ctx = { seller: { id: "0" } as Seller } as RequestContext & FirstVisit;
  mount(app, [route(ringBell, async () => reply as { rings: number }, { exact })], {
    createContext: async () => ctx,
    cache: createAppCaches().replies,
    production,
  });
  const { statusCode, body } = await app.inject({ method: "GET", url: "/api/bell?_seller=a" });
  return statusCode === 200 ? body : statusCode;
};

describe("a reply", () => {
  test.each([
    [
      "is stripped of keys that the contract does not name",
      { rings: 1, key: "under the mat" },
      { exact: false, production: true },
      '{"rings":1}',
    ],
    ["that contradicts the contract is a bug", { rings: "twice" }, { exact: false, production: true }, 500],
    [
      "with more keys than the contract is a bug on an exact route",
      { rings: 1, key: "under the mat" },
      { exact: true, production: false },
      500,
    ],
    [
      "that contradicts the contract is a bug on an exact route",
      { rings: "twice" },
      { exact: true, production: false },
      500,
    ],
    [
      "that matches the contract is sent on an exact route",
      { rings: 1 },
      { exact: true, production: false },
      '{"rings":1}',
    ],
    [
      "is sent unparsed on an exact route in production",
      { rings: 1 },
      { exact: true, production: true },
      '{"rings":1}',
    ],
  ])("%s", async (_, reply, how, expected) => expect(await callApp(reply, how)).toBe(expected));
});
