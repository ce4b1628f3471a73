import { expect, test } from "vitest";
import { sampledDaily } from "../../../../scripts/sampling.ts";
import { openStripeTestApp } from "../payments/stripeApp.ts";
import { Random } from "./random.ts";
import { simulate } from "./simulate.ts";
import { SimulatedClock } from "./simulatedShop.ts";

test("random numbers are reproducible by seed, and fair", () => {
  const [one, other] = [new Random(7), new Random(7)];
  expect(Array.from({ length: 50 }, () => one.next())).toEqual(Array.from({ length: 50 }, () => other.next()));
  const counts = Array.from({ length: 6 }, () => 0);
  for (let n = 0; n < 6000; n++) counts[one.integer(0, 5)]! += 1;
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

/** Every seed checks all rows of its database, so a new database from time to time keeps that fast. */
const seedsPerDatabase = 25;

const runSeeds = async (seeds: readonly number[]): Promise<void> => {
  const app = await openStripeTestApp();
  try {
    const clock = new SimulatedClock(app);
    for (const seed of seeds) await simulate(app, clock, seed);
  } finally {
    await app.close();
  }
};

/** `npm run bench simulate` runs thousands more. A seed that failed once is listed below. */
test.each(sampledDaily([1, 26, 51, 76], 1))(
  "twenty-five simulations from seed %i end with every invariant intact",
  { timeout: 300_000 },
  (first) => runSeeds(Array.from({ length: seedsPerDatabase }, (_, index) => first + index)),
);

/** 864: the provider had saved the card of a payment that failed after its reply was lost. */
test.each([864])("so does the simulation of seed %i", (seed) => runSeeds([seed]));
