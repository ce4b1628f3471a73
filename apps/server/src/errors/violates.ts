/** Integrity constraint violations. */
const isViolation = (error: Error): boolean =>
  "code" in error && typeof error.code === "string" && error.code.startsWith("23");

/**
 * The violated constraint or unique index, from PostgreSQL's own field or from the message: the coordinator of a cluster
 * passes on only the message of a node's error.
 */
export const violatedConstraint = (error: Error): string | undefined => {
  if (!isViolation(error)) return undefined;
  if ("constraint" in error && typeof error.constraint === "string") return error.constraint;
  return /\bconstraint "(\w+)"/.exec(error.message)?.[1];
};

/**
 * Whether a PostgreSQL error says that a row violates the constraint or unique index with this name. On a node of a cluster
 * the name ends with the number of the shard: 'identity_user_email_102345'.
 */
export const violates = (error: unknown, name: string): boolean =>
  error instanceof Error && violatedConstraint(error)?.replace(/_\d{5,}$/, "") === name;
