import { median, type ResultRow } from "./resultTable.ts";

/**
 * Measures our server and the reference alternately, so that other load on the machine affects both. The first round
 * only warms up.
 */
export const measureAlternating = async (
  rounds: number,
  measure: { readonly ours: () => Promise<number>; readonly reference: () => Promise<number> },
): Promise<Pick<ResultRow, "value" | "reference" | "ratio">> => {
  await measure.reference();
  await measure.ours();
  const pairs: { reference: number; value: number }[] = [];
  for (let round = 0; round < rounds; round++)
    pairs.push({ reference: await measure.reference(), value: await measure.ours() });
  return {
    value: median(pairs.map(({ value }) => value)),
    reference: median(pairs.map(({ reference }) => reference)),
    ratio: median(pairs.map(({ value, reference }) => value / reference)),
  };
};
