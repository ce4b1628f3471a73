import { expect, test } from "vitest";
import { Refused } from "../../http/refused.ts";
import { Breaker } from "./breaker.ts";

const down = () => Promise.reject(new Refused({ code: "unavailable", context: "payment" }));
const up = () => Promise.resolve("here");
const said = (answer: Promise<unknown>) =>
  answer.then(
    (value) => value,
    (error: unknown) => (error instanceof Refused ? `${error.code} ${String(error.extra.retry_after)}` : "bug"),
  );

const at = () => {
  let now = 0;
  return { breaker: new Breaker({ most: 3, seconds: 10, clock: () => now }), later: (ms: number) => void (now += ms) };
};

test("three troubles in a row open it: nobody is asked for ten seconds", async () => {
  const { breaker, later } = at();
  for (let time = 0; time < 3; time++) expect(await said(breaker.run(down))).toBe("unavailable undefined");
  let asked = 0;
  const ask = () => {
    asked++;
    return up();
  };
  expect(await said(breaker.run(ask))).toBe("unavailable 10");
  later(9500);
  expect(await said(breaker.run(ask))).toBe("unavailable 1");
  expect(asked).toBe(0);
  later(600);
  expect(await said(breaker.run(ask))).toBe("here");
  expect(await said(breaker.run(ask))).toBe("here");
});

test("two troubles and an answer between do not", async () => {
  const { breaker } = at();
  for (const ask of [down, down, up, down, down, up]) await said(breaker.run<unknown>(ask));
  expect(await said(breaker.run(up))).toBe("here");
});

test("one asks for all; when it is still down, nobody is asked again", async () => {
  const { breaker, later } = at();
  for (let time = 0; time < 3; time++) await said(breaker.run(down));
  later(10_001);
  const { promise, reject } = Promise.withResolvers<string>();
  const probe = said(breaker.run(() => promise));
  expect(await said(breaker.run(up))).toBe("unavailable 1");
  reject(new Refused({ code: "unavailable" }));
  expect(await probe).toBe("unavailable undefined");
  expect(await said(breaker.run(up))).toBe("unavailable 10");
});

test("what is refused by a provider that is there is no trouble; an answer that says trouble is", async () => {
  const { breaker } = at();
  for (let time = 0; time < 5; time++)
    await said(breaker.run(() => Promise.reject(new Refused({ code: "payment_not_supported" }))));
  expect(await said(breaker.run(up))).toBe("here");
  for (let time = 0; time < 3; time++)
    await breaker.run(
      () => Promise.resolve("api_error"),
      (answer) => answer === "api_error",
    );
  expect(await said(breaker.run(up))).toBe("unavailable 10");
});
