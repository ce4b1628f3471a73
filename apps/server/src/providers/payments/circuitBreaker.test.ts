import { expect, test } from "vitest";
import { Refused } from "../../errors/refused.ts";
import { CircuitBreaker } from "./circuitBreaker.ts";

const failing = () => Promise.reject(new Refused({ code: "unavailable", context: "payment" }));
const succeeding = () => Promise.resolve("here");
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

test("three troubles in a row open it: nobody is asked for ten seconds", async () => {
  const { breaker, later } = breakerAt();
  for (let time = 0; time < 3; time++) expect(await outcome(breaker.run(failing))).toBe("unavailable undefined");
  let asked = 0;
  const ask = () => {
    asked++;
    return succeeding();
  };
  expect(await outcome(breaker.run(ask))).toBe("unavailable 10");
  later(9500);
  expect(await outcome(breaker.run(ask))).toBe("unavailable 1");
  expect(asked).toBe(0);
  later(600);
  expect(await outcome(breaker.run(ask))).toBe("here");
  expect(await outcome(breaker.run(ask))).toBe("here");
});

test("two troubles and an answer between do not", async () => {
  const { breaker } = breakerAt();
  for (const ask of [failing, failing, succeeding, failing, failing, succeeding])
    await outcome(breaker.run<unknown>(ask));
  expect(await outcome(breaker.run(succeeding))).toBe("here");
});

test("one asks for all; when it is still down, nobody is asked again", async () => {
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

test("what is refused by a provider that is there is no trouble; an answer that says trouble is", async () => {
  const { breaker } = breakerAt();
  for (let time = 0; time < 5; time++)
    await outcome(breaker.run(() => Promise.reject(new Refused({ code: "payment_not_supported" }))));
  expect(await outcome(breaker.run(succeeding))).toBe("here");
  for (let time = 0; time < 3; time++)
    await breaker.run(
      () => Promise.resolve("api_error"),
      (answer) => answer === "api_error",
    );
  expect(await outcome(breaker.run(succeeding))).toBe("unavailable 10");
});
