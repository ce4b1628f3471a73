/** Stands in the browser for the part of the query library that reads without end: nothing here does. */
export const infiniteQueryBehavior = (): never => {
  throw new Error("no query here is infinite");
};
export const hasNextPage = (): boolean => false;
export const hasPreviousPage = (): boolean => false;
