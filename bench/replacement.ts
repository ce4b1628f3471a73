/** A text of a file of the server, which it has once, and what is there in its place. */
export type Replacement = { readonly file: string; readonly from: string; readonly to: string };

/** The variable of the environment by which a server gets it. */
export const replacementVariable = "BENCH_REPLACEMENT";
