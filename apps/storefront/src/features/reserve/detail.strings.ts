/** Words of what is asked beside tickets: attendees, questions, city-pass vouchers. */
export const detailStrings = {
  "details.ticket": "{name} {number}",
  "details.of": "{ticket} – ",
  "details.optional": "(optional)",
  "details.choose": "Please choose",

  "details.attendees.visit": "Who is coming?",
  "details.attendees.gift_card": "Who is it for?",
  "details.attendees.donation": "In whose name?",
  "details.first": "First name",
  "details.last": "Last name",
  "details.email": "Email",
  "details.survey": "A few questions",

  "details.vouchers": "City-pass vouchers",
  "details.vouchers.about": "Each ticket needs a voucher of your city pass.",
  "details.voucher": "Voucher number",
  "details.voucher.placeholder": "Enter voucher number",

  "details.required": "This field is required.",
  "details.too_long": "This is too long.",
  "details.not_email": "Please enter a valid email address.",
  "details.not_date": "Please enter a valid date.",
  "details.not_number": "Please enter a number.",
  "details.not_whole": "Please enter a whole number.",
  "details.too_small": "Please enter {min} or more.",
  "details.too_large": "Please enter {max} or less.",
  "details.not_option": "Please choose one of the answers.",
  "details.unknown": "This question is not asked any more.",
  "details.format": "Does not match the expected format. Please check your city-pass code.",
  "details.twice": "Each voucher can be used once. Please enter another one.",
} as const;
