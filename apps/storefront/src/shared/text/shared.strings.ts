/** Texts that several features share. */
export const sharedStrings = {
  "error.generic": "Sorry! Something unexpected happened. Please try again.",
  "error.offline": "You are offline. Please check your connection and try again. Nothing you chose is lost.",
  "error.unreachable":
    "We cannot reach the ticket shop. Please check your connection and try again. Nothing you chose is lost.",
  "error.later": "Sorry, something unexpected happened. Please try again later.",
  "error.wrong": "Oops! Sorry, something went wrong. Please try again.",
  "form.required": "This field is required.",
  "form.errors":
    "There were errors found in the information you submitted. Please address the errors and re-submit the form.",
} as const;
