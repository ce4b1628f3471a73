/** Texts of a form's summary and of the footer on phones. */
export const formStrings = {
  "reserve.total": "Total",
  "reserve.submit": "Reserve",
  "reserve.bar": "Your selection",
} as const;
