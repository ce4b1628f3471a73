/** A row with work that is due. */
export type DueRow = { readonly seller_id: string; readonly slug: string; readonly id: string };

/** The due rows of one seller. */
export type DueOfSeller = { readonly seller_id: string; readonly slug: string; readonly ids: readonly string[] };

/**
 * Claims rows that were found without a lock, one seller at a time: on a distributed database a statement can only lock
 * the rows of one seller. `claim` locks those that are still due and returns them.
 */
export const claimBySeller = async <Claimed>(
  due: readonly DueRow[],
  claim: (of: DueOfSeller) => Promise<readonly Claimed[]>,
): Promise<Claimed[]> => {
  const claimed: Claimed[] = [];
  for (const [seller_id, rows] of Map.groupBy(due, (row) => row.seller_id))
    claimed.push(...(await claim({ seller_id, slug: rows[0]?.slug ?? "", ids: rows.map(({ id }) => id) })));
  return claimed;
};
