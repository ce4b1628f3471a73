import { expect, test } from "vitest";
import { freedVouchers } from "./freedVouchers.ts";

const having = (...vouchers: readonly (string | null)[]) =>
  vouchers.map((citypass) => ({ handler_data: citypass === null ? null : { citypass } }));

test.each([
  { leaving: ["CP1"], added: [], freed: ["CP1"] },
  { leaving: ["CP1", "CP2"], added: ["cp1"], freed: ["CP2"] },
  { leaving: ["CP1"], added: ["CP1"], freed: [] },
  { leaving: [null, "CP1"], added: [null], freed: ["CP1"] },
  { leaving: [null], added: ["CP1"], freed: [] },
])("of $leaving for $added, $freed can be used again", ({ leaving, added, freed }) => {
  expect(freedVouchers(having(...leaving), having(...added))).toEqual(freed);
});
