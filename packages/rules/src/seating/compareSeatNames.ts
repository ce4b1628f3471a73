/** Sorts 'C 9' before 'C 10'. */
export const { compare: compareSeatNames } = new Intl.Collator("en", { numeric: true });
