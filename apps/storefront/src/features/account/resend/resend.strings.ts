export const resendStrings = {
  "resend.title": "Resend your tickets",
  "resend.text":
    "Enter the email address that you used for your order, and we will send your tickets or order confirmation there again.",
  "resend.submit": "Resend",
  "resend.done": "We have sent your order confirmation to {email} again. Please check your email inbox.",
  "resend.done.strict":
    "If there is an order for {email}, its confirmation is on its way. Please check your email inbox.",
  "resend.unknown": "No orders could be found for this email address.",
  "resend.my_orders": "My recent orders",
  "resend.events": "See what’s on",
} as const;
