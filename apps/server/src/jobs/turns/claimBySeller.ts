/** A row with work that is due. */
export type DueRow = { readonly seller_id: string; readonly slug: string; readonly id: string };

/** The due rows of one seller. */
export type DueOfSeller = { readonly seller_id: string; readonly slug: string; readonly ids: readonly string[] };

/** After so many sellers in a row without anything left, another server is working through the same list. */
const lostInARow = 3;

/**
 * Tells whether a job leaves the rest of its list to another server, after each seller, given how much there was left to
 * do. All servers go through their lists in the same order: otherwise each would ask for what the others have done.
 */
export const leavesRestToOthers = (): ((found: number) => boolean) => {
  let lost = 0;
  return (found) => {
    lost = found > 0 ? 0 : lost + 1;
    return lost >= lostInARow;
  };
};

/**
 * Claims rows that were found without a lock, one seller at a time: on a distributed database a statement can only lock
 * the rows of one seller. `claim` locks those that are still due and returns them. What another server is claiming at the
 * same time is left to it, and what it does not reach is due again in the job's next turn.
 */
export const claimBySeller = async <Claimed>(
  due: readonly DueRow[],
  claim: (of: DueOfSeller) => Promise<readonly Claimed[]>,
): Promise<Claimed[]> => {
  const claimed: Claimed[] = [];
  const isLeftToOthers = leavesRestToOthers();
  for (const [seller_id, rows] of Map.groupBy(due, (row) => row.seller_id)) {
    const ofSeller = await claim({ seller_id, slug: rows[0]?.slug ?? "", ids: rows.map(({ id }) => id) });
    claimed.push(...ofSeller);
    if (isLeftToOthers(ofSeller.length)) break;
  }
  return claimed;
};
