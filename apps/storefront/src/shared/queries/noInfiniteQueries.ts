/** Replaces the part of the query library for infinite queries, which are not used here. */
export const infiniteQueryBehavior = (): never => {
  throw new Error("no query here is infinite");
};
export const hasNextPage = (): boolean => false;
export const hasPreviousPage = (): boolean => false;
