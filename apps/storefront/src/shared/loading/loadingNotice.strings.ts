export const loadingNoticeStrings = {
  "part.loading": "Loading…",
} as const;
