/** Texts of the buttons that skip an add-on. */
export const skipStrings = {
  "reserve.skip": "Skip add-on",
  "reserve.back_to_add_ons": "Back to add-ons",
} as const;
