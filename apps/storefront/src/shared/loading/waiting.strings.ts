export const waitingStrings = {
  "part.waiting": "Loading…",
} as const;
