import { expect, test } from "vitest";
import { Refused } from "../../errors/refused.ts";
import { RefundPace, TooManyCalls } from "./refundPace.ts";

/** A pace whose pauses move its own clock, and a provider that refuses calls. */
const open = (refusals: readonly (number | undefined | "down")[]) => {
  let now = 0;
  const calls: number[] = [];
  const pace = new RefundPace({
    patienceMs: 5000,
    clock: () => now,
    pause: (ms) => Promise.resolve((now += ms)),
  });
  const send = () =>
    pace
      .run(async () => {
        const refusal = refusals[calls.length];
        const isRefused = calls.length < refusals.length;
        calls.push(now);
        if (!isRefused) return "sent";
        throw refusal === "down" ? new Refused({ code: "unavailable" }) : new TooManyCalls(refusal);
      })
      .catch((error: Refused) => `${error.code} ${String(error.extra.retry_after)}`);
  return { send, calls, later: (ms: number) => void (now += ms) };
};

test("a refund that is refused for too many calls is sent again at the moment that the provider names", async () => {
  const { send, calls } = open([2, undefined]);
  expect(await send()).toBe("sent");
  expect(calls).toEqual([0, 2000, 3000]);
  expect(await send()).toBe("sent");
  expect(calls).toEqual([0, 2000, 3000, 3000]);
});

test("without such a moment, each wait is twice as long, until the refund is left for later", async () => {
  const { send, calls } = open([undefined, undefined, undefined, undefined, undefined]);
  expect(await send()).toBe("unavailable 4");
  expect(calls).toEqual([0, 500, 1500, 3500]);
});

test("while the provider asks to wait long, refunds are refused without a call", async () => {
  const { send, calls, later } = open([30]);
  expect([await send(), await send()]).toEqual(["unavailable 30", "unavailable 30"]);
  expect(calls).toEqual([0]);
  later(26_000);
  expect(await send()).toBe("sent");
  expect(calls).toEqual([0, 30_000]);
});

test("an outage is no reason to wait, and no wait is longer than a minute", async () => {
  const { send, calls } = open(["down", 86_400]);
  expect(await send()).toBe("unavailable undefined");
  expect(await send()).toBe("unavailable 60");
  expect(calls).toEqual([0, 0]);
});
