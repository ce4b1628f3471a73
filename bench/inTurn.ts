import { median, type Row } from "./row.ts";

/** Ours and the reference in turn, so that what the machine does meanwhile meets both. The first of each only warms up. */
export const takeInTurn = async (
  rounds: number,
  take: { readonly ours: () => Promise<number>; readonly reference: () => Promise<number> },
): Promise<Pick<Row, "value" | "reference" | "ratio">> => {
  await take.reference();
  await take.ours();
  const pairs: { reference: number; value: number }[] = [];
  for (let round = 0; round < rounds; round++)
    pairs.push({ reference: await take.reference(), value: await take.ours() });
  return {
    value: median(pairs.map(({ value }) => value)),
    reference: median(pairs.map(({ reference }) => reference)),
    ratio: median(pairs.map(({ value, reference }) => value / reference)),
  };
};
