import { expect, test } from "vitest";
import { networkOf } from "./clientNetworkOf.ts";
import { RateLimit } from "./rateLimit.ts";

const createLimit = () => {
  let now = 0;
  const limit = new RateLimit({ max: 3, windowSeconds: 10 }, () => now);
  return { limit, wait: (seconds: number) => void (now += seconds * 1000) };
};

test("counts each key separately and starts a new window", () => {
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

test("drops the oldest of too many keys", () => {
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
])("the network of %s is %s", (address, network) => expect(networkOf(address)).toBe(network));
