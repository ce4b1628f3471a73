/** Integrity constraint violations. */
const isViolation = (error: Error): boolean =>
  "code" in error && typeof error.code === "string" && error.code.startsWith("23");

/**
 * The constraint or unique index that a row breaks, by PostgreSQL's own word, or by the one in the message: the coordinator of
 * a cluster passes on no more of a node's error.
 */
export const violatedConstraint = (error: Error): string | undefined => {
  if (!isViolation(error)) return undefined;
  if ("constraint" in error && typeof error.constraint === "string") return error.constraint;
  return /\bconstraint "(\w+)"/.exec(error.message)?.[1];
};

/**
 * Whether an error of PostgreSQL says that a row breaks the constraint or unique index with this name. On a node of a cluster
 * the name ends with the number of the shard: 'identity_user_email_102345'.
 */
export const violates = (error: unknown, name: string): boolean =>
  error instanceof Error && violatedConstraint(error)?.replace(/_\d{5,}$/, "") === name;
