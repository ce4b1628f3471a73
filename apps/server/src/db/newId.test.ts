import { describe, expect, test } from "vitest";
import { firstOrderedId, newId, newOrderedId, newSecretId } from "./newId.ts";

const bitsOf = (id: string): string =>
  BigInt(`0x${id.replaceAll("-", "")}`)
    .toString(2)
    .padStart(128, "0");
/** The positions of bits that are not the same in all ids. */
const varyingBits = (ids: readonly string[]): number[] => {
  const [first = "", ...others] = ids.map(bitsOf);
  return [...first].flatMap((bit, index) => (others.some((other) => other[index] !== bit) ? [index] : []));
};
const moment = Date.UTC(2026, 10, 24);

describe("an id", () => {
  test("has 128 random bits", () => {
    const ids = Array.from({ length: 2000 }, newId);
    expect(varyingBits(ids)).toHaveLength(128);
    expect(new Set(ids).size).toBe(2000);
  });
});

describe("a secret id", () => {
  const ids = Array.from({ length: 2000 }, () => newSecretId(moment));

  test("has 104 random bits behind its minute", () => {
    expect(varyingBits(ids)).toEqual(Array.from({ length: 104 }, (_, index) => 24 + index));
    expect(new Set(ids).size).toBe(2000);
  });

  test("starts like those of the same minute, and sorts after those of the previous minute", () => {
    const [first = ""] = ids;
    expect(newSecretId(moment + 59_999).slice(0, 6)).toBe(first.slice(0, 6));
    expect(newSecretId(moment + 60_000) > first).toBe(true);
  });
});

describe("an ordered id", () => {
  const ids = Array.from({ length: 2000 }, () => newOrderedId(moment));

  test("has 62 random bits after its time and its sequence number", () => {
    expect(varyingBits(ids).filter((bit) => bit >= 64)).toEqual(Array.from({ length: 62 }, (_, index) => 66 + index));
    expect(new Set(ids).size).toBe(2000);
  });

  test("sorts after those of the same millisecond, however many there are", () => {
    const atOnce = Array.from({ length: 10_000 }, () => newOrderedId(moment + 5_000));
    expect(atOnce.toSorted()).toEqual(atOnce);
  });

  test("sorts after the last one when the clock is slightly behind, and follows a clock that was set back", () => {
    const last = newOrderedId(moment + 60_000);
    expect([last, newOrderedId(moment + 59_900)].toSorted()[0]).toBe(last);
    expect(newOrderedId(moment + 30_000).slice(0, 13)).toBe(firstOrderedId(moment + 30_000).slice(0, 13));
  });

  test("is a UUID of version 7", () => {
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(ids[0]!.slice(0, 13).replace("-", ""), 16)).toBe(moment);
  });

  test("sorts after those of earlier times", () => {
    const inOrder = Array.from({ length: 1000 }, (_, index) => newOrderedId(moment + index * 7));
    expect(inOrder.toSorted()).toEqual(inOrder);
  });
});
