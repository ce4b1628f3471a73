import { expect, test } from "vitest";
import { Refused } from "../../errors/refused.ts";
import { CircuitBreaker } from "./circuitBreaker.ts";

const failing = () => Promise.reject(new Refused({ code: "unavailable", context: "payment" }));
const succeeding = () => Promise.resolve("success");
const outcome = (answer: Promise<unknown>) =>
  answer.then(
    (value) => value,
    (error: unknown) => (error instanceof Refused ? `${error.code} ${String(error.extra.retry_after)}` : "bug"),
  );

const breakerAt = () => {
  let now = 0;
  return {
    breaker: new CircuitBreaker({ failureThreshold: 3, openSeconds: 10, clock: () => now }),
    later: (ms: number) => void (now += ms),
  };
};

test("opens for ten seconds after three failures in a row", async () => {
  const { breaker, later } = breakerAt();
  for (let time = 0; time < 3; time++) expect(await outcome(breaker.run(failing))).toBe("unavailable undefined");
  let calls = 0;
  const call = () => {
    calls++;
    return succeeding();
  };
  expect(await outcome(breaker.run(call))).toBe("unavailable 10");
  later(9500);
  expect(await outcome(breaker.run(call))).toBe("unavailable 1");
  expect(calls).toBe(0);
  later(600);
  expect(await outcome(breaker.run(call))).toBe("success");
  expect(await outcome(breaker.run(call))).toBe("success");
});

test("stays closed when a success comes between the failures", async () => {
  const { breaker } = breakerAt();
  for (const call of [failing, failing, succeeding, failing, failing, succeeding])
    await outcome(breaker.run<unknown>(call));
  expect(await outcome(breaker.run(succeeding))).toBe("success");
});

test("lets one call through after that time and opens again when it fails", async () => {
  const { breaker, later } = breakerAt();
  for (let time = 0; time < 3; time++) await outcome(breaker.run(failing));
  later(10_001);
  const { promise, reject } = Promise.withResolvers<string>();
  const probe = outcome(breaker.run(() => promise));
  expect(await outcome(breaker.run(succeeding))).toBe("unavailable 1");
  reject(new Refused({ code: "unavailable" }));
  expect(await probe).toBe("unavailable undefined");
  expect(await outcome(breaker.run(succeeding))).toBe("unavailable 10");
});

test("counts answers that report a failure, but not refusals", async () => {
  const { breaker } = breakerAt();
  for (let time = 0; time < 5; time++)
    await outcome(breaker.run(() => Promise.reject(new Refused({ code: "payment_not_supported" }))));
  expect(await outcome(breaker.run(succeeding))).toBe("success");
  for (let time = 0; time < 3; time++)
    await breaker.run(
      () => Promise.resolve("api_error"),
      (answer) => answer === "api_error",
    );
  expect(await outcome(breaker.run(succeeding))).toBe("unavailable 10");
});
