import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { requestTurns, turnLimits } from "./requestTurns.ts";

const requestOf = (seller: string) => ({ query: { _seller: seller }, params: {} }) as FastifyRequest;

/** Requests that arrive together, and the turn of the event loop in which each starts. */
const begin = async (sellers: readonly string[], limits = turnLimits) => {
  const takeTurn = requestTurns(limits);
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const begun = await Promise.all(
    sellers.map((seller) =>
      takeTurn(requestOf(seller)).then(
        () => ({ seller, turn }),
        (error: { code: string }) => ({ seller, refused: error.code }),
      ),
    ),
  );
  isOver = true;
  return begun;
};

test("a request of another seller begins at once beside a rush", async () => {
  const begun = await begin([...Array.from({ length: 60 }, () => "rush"), "calm"]);
  expect(begun.at(-1)).toEqual({ seller: "calm", turn: 0 });
});

test("a few requests start in each turn of the event loop, and all of them start", async () => {
  const begun = await begin(Array.from({ length: 60 }, () => "rush"));
  const turns = begun.map((one) => ("turn" in one ? one.turn : -1));
  for (const turn of new Set(turns))
    expect(turns.filter((each) => each === turn).length).toBeLessThanOrEqual(turnLimits.slotsOfOne);
  expect(Math.min(...turns)).toBe(0);
});

test("requests of the only active seller start on arrival, until another seller's request arrives", async () => {
  const limits = { ...turnLimits, aloneAfterMs: -1 };
  const alone = await begin(
    Array.from({ length: 60 }, () => "rush"),
    limits,
  );
  expect(new Set(alone.map((one) => ("turn" in one ? one.turn : -1)))).toEqual(new Set([0]));
  const mixed = await begin([...Array.from({ length: 60 }, () => "rush"), "calm"], turnLimits);
  expect(new Set(mixed.map((one) => ("turn" in one ? one.turn : -1))).size).toBeGreaterThan(10);
});

test("a request behind too many others of its seller is refused as unavailable; one of another seller is not", async () => {
  const limits = { ...turnLimits, waitingOfOne: 5 };
  const begun = await begin([...Array.from({ length: 10 }, () => "rush"), "calm"], limits);
  expect(begun.filter((one) => "refused" in one)).toEqual([
    { seller: "rush", refused: "unavailable" },
    { seller: "rush", refused: "unavailable" },
  ]);
});
