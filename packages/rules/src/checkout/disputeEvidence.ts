/** The facts about a disputed payment. Times and days are formatted for display. */
export type EvidenceFacts = {
  readonly amount: string;
  readonly paid_at: string;
  readonly means: string | null;
  readonly order_number: number | null;
  /** Absent if the reader may not see it. */
  readonly purchaser?: { readonly name: string; readonly email: string | null } | undefined;
  readonly tickets: readonly {
    readonly count: number;
    readonly type: string;
    readonly event: string;
    readonly state: string;
    readonly checked_in: number;
  }[];
  readonly scans: readonly { readonly at: string; readonly ticket: string }[];
  readonly emails: readonly { readonly kind: string; readonly state: string; readonly at: string }[];
  readonly refunds: readonly { readonly amount: string; readonly state: string; readonly at: string }[];
};

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", title, ...lines.map((line) => `- ${line}`)];

const emailNames: Readonly<Record<string, string>> = {
  order_confirmation: "Confirmation with tickets",
  order_changed: "Notice of a change",
  order_cancelled: "Notice of a cancellation",
  payment_returned: "Notice about a payment",
};

/** The facts of a dispute as plain text, to be pasted into the provider's form. */
export const disputeEvidence = (facts: EvidenceFacts): string => {
  const { amount, paid_at, means, order_number, purchaser, tickets, scans, emails, refunds } = facts;
  return [
    `Payment of ${amount} on ${paid_at}${means === null ? "" : ` with ${means}`}.`,
    ...(order_number === null ? [] : [`Order ${order_number}.`]),
    ...(purchaser ? [`Purchaser: ${[purchaser.name, purchaser.email].filter(Boolean).join(", ")}.`] : []),
    ...section(
      "Tickets",
      tickets.map(
        ({ count, type, event, state, checked_in }) =>
          `${count} × ${type}, ${event}: ${state}${checked_in === 0 ? "" : `, ${checked_in} checked in`}`,
      ),
    ),
    ...section(
      "Checked in",
      scans.map(({ at, ticket }) => `${at}: ${ticket}`),
    ),
    ...section(
      "Emails to the purchaser",
      emails
        .filter(({ state }) => state === "sent")
        .map(({ kind, at }) => `${at}: ${emailNames[kind] ?? kind.replaceAll("_", " ")}`),
    ),
    ...section(
      "Refunds",
      refunds.map(({ amount: sum, state, at }) => `${at}: ${sum}, ${state}`),
    ),
  ].join("\n");
};
