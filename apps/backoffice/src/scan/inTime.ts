/** Milliseconds after which a call counts as lost: a phone that changes networks may never hear of it. The list is large. */
export const lostAfterMs = { list: 120_000, other: 30_000 } as const;

/** The result of the work, or undefined if it takes longer. */
export const inTime = async <T>(work: Promise<T>, ms: number): Promise<T | undefined> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    clearTimeout(timer);
  }
};
