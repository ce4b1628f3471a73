/** The outcome of a change, as in the URL of the order: the session to which its tickets moved, or one of these. */
const outcomes = ["done", "pending", "discarded", "failed", "expired", "closed"] as const;
export type ChangeOutcome = (typeof outcomes)[number] | (string & {});

/** The query parameter of the order's page that holds the outcome. */
export const outcomeParameter = "change";

export type ShownOutcome =
  | { readonly kind: "moved"; readonly event_session_id: string }
  | { readonly kind: (typeof outcomes)[number] };

export const parseOutcome = (text: string | null): ShownOutcome | undefined => {
  if (text === null) return undefined;
  const kind = outcomes.find((one) => one === text);
  if (kind !== undefined) return { kind };
  return /^[0-9a-f-]{36}$/.test(text) ? { kind: "moved", event_session_id: text } : undefined;
};
