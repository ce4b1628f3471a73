export const loadingStrings = {
  "part.failed": "This part of the page could not be loaded. Please check your connection and try again.",
  "part.again": "Try again",
} as const;
