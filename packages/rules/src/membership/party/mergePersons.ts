/** `account`: can log in. `guest`: bought without an account. `card`: is on a membership card without an e-mail address. */
export type MergeKind = "account" | "guest" | "card";

/** One of two person records that staff identify as the same person. */
export type MergePerson = {
  readonly id: string;
  readonly kind: MergeKind;
  readonly has_password: boolean;
  /** The account's e-mail address was verified. */
  readonly has_verified_email: boolean;
  /** Rows that would move if the other record is kept. */
  readonly rows: number;
};

/** More rows than this cannot be moved in one transaction. */
export const maxMergedRows = 5000;

/**
 * `two_passwords`: both accounts have a password, so each is in use. `no_account`: neither is an account. `too_many_rows`:
 * see `maxMergedRows`.
 */
export type MergeProblem = "same_person" | "no_account" | "two_passwords" | "too_many_rows";

/** `one` is the first record, `other` the second. */
export type MergeSide = "one" | "other";

export type MergeJudgement = { readonly problem: MergeProblem } | { readonly keepable: readonly MergeSide[] };

/**
 * Whether two records can be merged, and which can be kept, preferred first: an account, and the one with a password,
 * because its owner must still be able to log in.
 */
export const judgeMerge = (one: MergePerson, other: MergePerson): MergeJudgement => {
  if (one.id === other.id) return { problem: "same_person" };
  if (one.has_password && other.has_password) return { problem: "two_passwords" };
  const accounts = (["one", "other"] as const).filter((side) => (side === "one" ? one : other).kind === "account");
  if (accounts.length === 0) return { problem: "no_account" };
  const withPassword = accounts.filter((side) => (side === "one" ? one : other).has_password);
  const possible = withPassword.length > 0 ? withPassword : accounts;
  const keepable = possible.filter((side) => (side === "one" ? other : one).rows <= maxMergedRows);
  return keepable.length === 0 ? { problem: "too_many_rows" } : { keepable };
};

/** The fields that are chosen one by one from either record. An address is kept as a whole. */
export const mergeFields = ["name", "email", "phone", "address"] as const;
export type MergeField = (typeof mergeFields)[number];
export type MergeValues = Readonly<Record<MergeField, string | null>>;
/** `kept`: the value of the record that is kept. `merged`: that of the other one. */
export type MergeSource = "kept" | "merged";
export type MergeChoice = Readonly<Record<MergeField, MergeSource>>;

/**
 * Whether the other record's value can be chosen. A card keeps its own name. The e-mail address is used to log in, so it
 * can only come from an account where it was verified.
 */
export const isChoosable = (
  field: MergeField,
  merged: Pick<MergePerson, "kind" | "has_verified_email">,
  values: MergeValues,
): boolean =>
  values[field] !== null &&
  merged.kind !== "card" &&
  (field !== "email" || (merged.kind === "account" && merged.has_verified_email));

/** The default choice: the kept record's values, and the other's where those are missing. */
export const proposedChoice = (
  kept: MergeValues,
  merged: Pick<MergePerson, "kind" | "has_verified_email">,
  values: MergeValues,
): MergeChoice => {
  const of = (field: MergeField): MergeSource =>
    kept[field] === null && isChoosable(field, merged, values) ? "merged" : "kept";
  return { name: of("name"), email: of("email"), phone: of("phone"), address: of("address") };
};
