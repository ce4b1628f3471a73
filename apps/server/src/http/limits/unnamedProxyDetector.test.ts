import { describe, expect, test } from "vitest";
import { openTestApp } from "../../../test/app/testApp.ts";

/** The warnings that a server logs for a health check, a page and an API call of an unknown seller. */
const warningsOf = async (headers: Readonly<Record<string, string>>, trustProxy: string[] = []) => {
  const lines: string[] = [];
  const server = await openTestApp({
    trustProxy,
    logger: { level: "warn", stream: { write: (line: string) => void lines.push(line) } },
  });
  for (const url of ["/livez", "/nobody/events", "/nobody/api/seller"])
    await server.app.inject({ method: "GET", url, headers });
  await server.close();
  return lines
    .map((line) => JSON.parse(line) as { event?: string; header?: string })
    .filter(({ event }) => event === "unnamed_proxy");
};

describe("the warning of a proxy that TRUST_PROXY does not name", () => {
  test.each([
    ["x-forwarded-for", "198.51.100.4"],
    ["forwarded", "for=198.51.100.4;proto=https"],
    ["x-real-ip", "198.51.100.4"],
    ["true-client-ip", "198.51.100.4"],
    ["cf-connecting-ip", "198.51.100.4"],
  ])("is written once, with the first request of any kind that has %s", async (header, value) => {
    expect(await warningsOf({ [header]: value })).toEqual([expect.objectContaining({ header })]);
  });

  test.each([
    { what: "without such a header", headers: {}, trustProxy: [] },
    { what: "where a proxy is named", headers: { "x-forwarded-for": "198.51.100.4" }, trustProxy: ["127.0.0.1"] },
  ])("is not written $what", async ({ headers, trustProxy }) => {
    expect(await warningsOf(headers, trustProxy)).toEqual([]);
  });
});
