import { expect, test } from "vitest";
import { networkOf } from "./clientNetworkOf.ts";
import { RateLimit } from "./rateLimit.ts";

const createLimit = () => {
  let now = 0;
  const limit = new RateLimit({ max: 3, windowSeconds: 10 }, () => now);
  return { limit, wait: (seconds: number) => void (now += seconds * 1000) };
};

test("so many in a time and no more, each key by itself; then anew", () => {
  const { limit, wait } = createLimit();
  expect([limit.take("a"), limit.take("a", 2), limit.take("a"), limit.take("b")]).toEqual([
    undefined,
    undefined,
    10,
    undefined,
  ]);
  wait(7.5);
  expect(limit.take("a")).toBe(3);
  wait(2.5);
  expect(limit.take("a", 3)).toBeUndefined();
});

test("what is given back can be taken again; more than there ever is can not", () => {
  const { limit } = createLimit();
  expect(limit.take("a", 4)).toBe(10);
  expect(limit.take("a", 3)).toBeUndefined();
  limit.release("a", 2);
  limit.release("nobody");
  expect([limit.take("a", 2), limit.take("a")]).toEqual([undefined, 10]);
});

test("a flood of keys is forgotten from its beginning", () => {
  const { limit } = createLimit();
  for (let key = 0; key <= 50_000; key++) limit.take(String(key), 3);
  expect([limit.take("0", 1), limit.take("50000", 1)]).toEqual([undefined, 10]);
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0db8:1:2::9", "2001:db8:1:2"],
  ["2001:db8::9", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["", ""],
])("%s is at %s", (address, place) => expect(networkOf(address)).toBe(place));
