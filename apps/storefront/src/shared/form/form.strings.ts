/** Texts of a form's summary and of the footer on phones. */
export const formStrings = {
  "reserve.total": "Total",
  "reserve.submit": "Reserve",
  "reserve.skip": "Skip add-on",
  "reserve.back_to_add_ons": "Back to add-ons",
  "reserve.bar": "Your selection",
} as const;
