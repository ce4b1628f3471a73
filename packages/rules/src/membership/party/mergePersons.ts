/** `account`: somebody who can log in. `guest`: who bought without an account. `card`: on a card without an address. */
export type MergeKind = "account" | "guest" | "card";

/** One of two persons whom staff say to be the same. */
export type MergePerson = {
  readonly id: string;
  readonly kind: MergeKind;
  readonly has_password: boolean;
  /** It was shown that e-mails to the address of the account reach them. */
  readonly has_verified_email: boolean;
  /** Rows that would move if the other one is kept. */
  readonly rows: number;
};

/** More rows than this do not move in one transaction. */
export const mostMergedRows = 5000;

/**
 * `two_passwords`: both accounts have one, so each is somebody's who logs in. `no_account`: there is none that the rest could
 * belong to. `too_many_rows`: see `mostMergedRows`.
 */
export type MergeProblem = "same_person" | "no_account" | "two_passwords" | "too_many_rows";

/** `one` is the first of the two, `other` the second. */
export type MergeSide = "one" | "other";

export type MergeJudgement = { readonly problem: MergeProblem } | { readonly keepable: readonly MergeSide[] };

/**
 * Whether two persons can be merged, and which of them can be kept, the proposed one first: an account rather than none, and
 * the one with a password, since whoever has it must still be able to log in.
 */
export const judgeMerge = (one: MergePerson, other: MergePerson): MergeJudgement => {
  if (one.id === other.id) return { problem: "same_person" };
  if (one.has_password && other.has_password) return { problem: "two_passwords" };
  const accounts = (["one", "other"] as const).filter((side) => (side === "one" ? one : other).kind === "account");
  if (accounts.length === 0) return { problem: "no_account" };
  const withPassword = accounts.filter((side) => (side === "one" ? one : other).has_password);
  const possible = withPassword.length > 0 ? withPassword : accounts;
  const keepable = possible.filter((side) => (side === "one" ? other : one).rows <= mostMergedRows);
  return keepable.length === 0 ? { problem: "too_many_rows" } : { keepable };
};

/** What is kept of one of the two, field by field. An address is kept as a whole. */
export const mergeFields = ["name", "email", "phone", "address"] as const;
export type MergeField = (typeof mergeFields)[number];
export type MergeValues = Readonly<Record<MergeField, string | null>>;
/** `kept`: the value of the person who is kept. `merged`: that of the other one. */
export type MergeSource = "kept" | "merged";
export type MergeChoice = Readonly<Record<MergeField, MergeSource>>;

/**
 * Whether the value of the other person can be chosen. A card keeps its own name. The e-mail address is what somebody logs in
 * with, so it comes only from an account where it was verified.
 */
export const isChoosable = (
  field: MergeField,
  merged: Pick<MergePerson, "kind" | "has_verified_email">,
  values: MergeValues,
): boolean =>
  values[field] !== null &&
  merged.kind !== "card" &&
  (field !== "email" || (merged.kind === "account" && merged.has_verified_email));

/** What is kept unless staff choose otherwise: the kept person's values, and the other's where there is none. */
export const proposedChoice = (
  kept: MergeValues,
  merged: Pick<MergePerson, "kind" | "has_verified_email">,
  values: MergeValues,
): MergeChoice => {
  const of = (field: MergeField): MergeSource =>
    kept[field] === null && isChoosable(field, merged, values) ? "merged" : "kept";
  return { name: of("name"), email: of("email"), phone: of("phone"), address: of("address") };
};
