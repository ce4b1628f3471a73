/** Texts of the page frame that any first view may need. */
export const frameStrings = {
  "shell.skip": "Skip to content",
  "shell.unexpected.title": "Something went wrong",
  "shell.reload": "Reload",
  "shell.again": "Try again",
  "shell.continue": "Continue",
  "chunk.failed": "A part of this page could not be loaded. Please check your connection and try again.",
} as const;
