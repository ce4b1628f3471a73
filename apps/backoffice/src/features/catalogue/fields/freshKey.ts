/**
 * A key that nothing has or had. It would otherwise be taken for something that was sold and removed, or that a colleague
 * has added in a draft.
 */
export const freshKey = (kind: string): string => `${kind}-${crypto.randomUUID().slice(0, 8)}`;
