import { test } from "vitest";
import { waitingInTurn } from "../sampling.ts";

/**
 * Declares tests that take turns by date in a file that runs every day. A test that waits for its turn is reported as
 * skipped, with the reason.
 */
export const testsInTurn = (file: string): ((name: string, run: () => Promise<void>) => void) => {
  const waits = waitingInTurn(file);
  let places = 0;
  return (name, run) => {
    const place = places;
    places += 1;
    test(`${name}`, async ({ skip }) => {
      skip(waits(place), "Its turn is on another day; ALL=1 runs it.");
      await run();
    });
  };
};
