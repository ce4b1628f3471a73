import { afterAll, beforeAll, expect, test } from "vitest";
import { openStripeApp, type StripeApp } from "../testStripe.ts";
import { Random } from "./random.ts";
import { simulate } from "./simulate.testing.ts";
import { Clock } from "./world.testing.ts";

let app: StripeApp;
let clock: Clock;
beforeAll(async () => {
  app = await openStripeApp();
  clock = new Clock(app);
});
afterAll(() => app.close());

test("numbers are thrown the same for the same seed, and fairly", () => {
  const [one, other] = [new Random(7), new Random(7)];
  expect(Array.from({ length: 50 }, () => one.next())).toEqual(Array.from({ length: 50 }, () => other.next()));
  const counts = Array.from({ length: 6 }, () => 0);
  for (let n = 0; n < 6000; n++) counts[one.whole(0, 5)]! += 1;
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

/** `npm run bench simulate` goes through thousands more. A seed that failed once stays here by its number. */
test("two hundred lives of a shop come to rest with every invariant whole", { timeout: 300_000 }, async () => {
  for (let seed = 1; seed <= 200; seed++) await simulate(app, clock, seed);
});
/** 864: the provider kept the card of a payment whose answer was lost, and which came to nothing. */
test.each([864])("the life of seed %i does, too", (seed) => simulate(app, clock, seed));
