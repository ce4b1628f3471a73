/** A text that occurs once in a file of the server, and its replacement. */
export type Replacement = { readonly file: string; readonly from: string; readonly to: string };

/** The environment variable that passes it to a server. */
export const replacementVariable = "BENCH_REPLACEMENT";
