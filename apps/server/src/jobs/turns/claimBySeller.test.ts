import { describe, expect, test } from "vitest";
import { claimBySeller, type DueRow } from "./claimBySeller.ts";

const dueOf = (...sellers: readonly string[]): DueRow[] =>
  sellers.map((seller, nth) => ({ seller_id: seller, slug: seller, id: `${nth}` }));

/** Claims for each seller, except for those whose rows another server has taken. Records who was asked. */
const claimExcept = async (due: readonly DueRow[], taken: readonly string[]) => {
  const asked: string[] = [];
  const claimed = await claimBySeller(due, async ({ seller_id, ids }) => {
    asked.push(seller_id);
    return taken.includes(seller_id) ? [] : ids;
  });
  return { asked, claimed };
};

describe("claims by seller", () => {
  test("ask each seller once, for all of its rows", async () => {
    expect(await claimExcept(dueOf("a", "b", "a"), [])).toEqual({ asked: ["a", "b"], claimed: ["0", "2", "1"] });
  });

  test("leave the rest of the list to the server that has taken the rows of three sellers in a row", async () => {
    const { asked, claimed } = await claimExcept(dueOf("a", "b", "c", "d", "e", "f"), ["b", "c", "d", "e", "f"]);
    expect({ asked, claimed }).toEqual({ asked: ["a", "b", "c", "d"], claimed: ["0"] });
  });

  test("pass by sellers whose rows are locked, if there are fewer than three in a row", async () => {
    const { claimed } = await claimExcept(dueOf("a", "b", "c", "d", "e", "f"), ["a", "b", "d", "e"]);
    expect(claimed).toEqual(["2", "5"]);
  });
});
