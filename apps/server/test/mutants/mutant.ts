/** What a guard protects. Mutants of money, stock and tenancy are tried in every run of `npm test`, others by the day. */
export type Protects = "money" | "stock" | "tenancy" | "access";

/** A change of the code that takes one guard away, and the test that has to fail because of it. */
export type Mutant = {
  /** Unique, in snake_case: the guard that is missing. */
  readonly name: string;
  readonly protects: Protects;
  /** The file that is changed, from the root of the repository. */
  readonly file: string;
  /** Each text occurs exactly once in the file. */
  readonly changes: readonly { readonly from: string; readonly to: string }[];
  readonly killedBy: {
    readonly file: string;
    /** The name of the test, or the beginning of it; its describes may precede it. */
    readonly test: string;
  };
};
