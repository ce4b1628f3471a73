/**
 * What a guard protects. Mutants of money, stock and tenancy are tried in every run of `npm test`, others in turn by
 * day.
 */
export type Protects = "money" | "stock" | "tenancy" | "access";

/** A change of the code that removes one guard, and the test that has to fail because of it. */
export type Mutant = {
  /** Unique, in snake_case: the guard that is missing. */
  readonly name: string;
  readonly protects: Protects;
  /** The changed file, relative to the root of the repository. */
  readonly file: string;
  /** Each text occurs exactly once in the file. */
  readonly changes: readonly { readonly from: string; readonly to: string }[];
  readonly killedBy: {
    readonly file: string;
    /** The name of the test, or its beginning; it may include the names of its describes. */
    readonly test: string;
  };
};
