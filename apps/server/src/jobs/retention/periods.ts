/** How long one kind of data is kept, in days. */
type Period = {
  readonly days: number;
  /** The lowest allowed value; fewer days would break what the data is kept for. */
  readonly min: number;
  /** Set if a seller may choose another period in its catalogue (`configuration.retention_days`). */
  readonly bySeller?: true;
};

/** What is deleted or blanked after a period. docs/operations.md gives the reason for each; a test compares the two. */
export const periods = {
  /** Carts that led to no order and no payment attempt, with their tickets and history; from their end. */
  carts: { days: 30, min: 1, bySeller: true },
  /** Visitors and guests that nothing refers to any more; from their creation. */
  visitors: { days: 30, min: 1 },
  /** Sessions; from when they ended or expired. */
  sessions: { days: 30, min: 1 },
  /** Name, address and answers of a person whose payment led to no order; from their creation. */
  abandoned_purchases: { days: 400, min: 180, bySeller: true },
  /** The signed networks of carts and of payment attempts. */
  networks: { days: 30, min: 2 },
  /**
   * Text and address of e-mails that were sent, kept or given up, and recipients of tickets that were sent on; for the
   * latter, from the visit.
   */
  emails: { days: 90, min: 7, bySeller: true },
  /** Wallet passes with their devices; from the visit or the card's end, and from the last change. */
  wallet_passes: { days: 90, min: 1 },
  /** E-mails with codes, links and notices about a login; the whole row. */
  login_emails: { days: 30, min: 2 },
  /** Replies stored for idempotency keys. */
  replies: { days: 1, min: 1 },
  /** Reports that took long to compute; from when they expired. */
  reports: { days: 0, min: 0 },
  /** One-time codes and links; from when they expired. */
  login_tokens: { days: 1, min: 0 },
  /** Attempts that count towards limits. */
  login_attempts: { days: 1, min: 1 },
  /** States of logins at another provider; from when they expired. */
  login_redirects: { days: 0, min: 0 },
  /** Tokens and captcha answers that must not be accepted twice; from when they expired. */
  spent_tokens: { days: 0, min: 0 },
  /** The audit log of changes; a seller may keep it longer. The database refuses to delete entries earlier. */
  audit: { days: 2557, min: 2557, bySeller: true },
  /** Entries of the audit log about signing in. */
  audit_access: { days: 366, min: 366, bySeller: true },
  /** Scans that admitted nobody, earlier codes of tickets, and devices that were never paired. */
  scans: { days: 90, min: 7 },
  /** Visits of the operator, permitted by an owner; from when they ended. */
  operator_visits: { days: 366, min: 30 },
  /** Uploaded pictures that no draft uses any more; from the upload. */
  uploaded_pictures: { days: 30, min: 1 },
  /** Rows of files from which members are imported; from the upload. */
  member_imports: { days: 30, min: 1 },
  /** The rows that merging persons moved; from the merge, for as long as it can be undone. */
  person_merges: { days: 30, min: 30 },
  /** Webhook events; from when they were processed. */
  webhook_events: { days: 90, min: 31 },
} as const satisfies Readonly<Record<string, Period>>;

export type RetentionKind = keyof typeof periods;
export const retentionKinds = Object.keys(periods) as readonly RetentionKind[];
/** Days by kind, as an operator or a seller sets them. */
export type ChosenDays = Readonly<Partial<Record<RetentionKind, number | undefined>>>;

const maxDays = 3650;

/**
 * Reads RETENTION_DAYS, such as 'carts=14,emails=60'. Throws with every problem: an unknown kind, or a number of days that
 * is too small or too large.
 */
export const parseRetentionDays = (parts: readonly string[]): ChosenDays => {
  const problems: string[] = [];
  const chosen = parts.map((part): [string, number] => {
    const [, kind = "", days = ""] = /^(\w+)=(\d{1,5})$/.exec(part) ?? [];
    const period: Period | undefined = Object.hasOwn(periods, kind) ? periods[kind as RetentionKind] : undefined;
    if (!period) problems.push(`'${part}' is not KIND=DAYS with one of ${retentionKinds.join(", ")}`);
    else if (Number(days) < period.min || Number(days) > maxDays)
      problems.push(`${kind} is kept for ${period.min} to ${maxDays} days`);
    return [kind, Number(days)];
  });
  if (problems.length > 0) throw new Error(problems.join("; "));
  return Object.fromEntries(chosen);
};

/** The period of a kind at a seller: the seller's own if it may choose, otherwise the operator's, otherwise the default. */
export const daysOf = (kind: RetentionKind, operator: ChosenDays, seller: ChosenDays = {}): number => {
  const period: Period = periods[kind];
  return (period.bySeller ? seller[kind] : undefined) ?? operator[kind] ?? period.days;
};
