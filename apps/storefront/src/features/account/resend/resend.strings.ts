export const resendStrings = {
  "resend.title": "Resend your tickets",
  "resend.text":
    "Tell us the email address that you bought with. We will send your tickets or your order confirmation there again.",
  "resend.submit": "Resend",
  "resend.done": "We have sent your order confirmation to {email} again. Please check your email inbox.",
  "resend.done.strict":
    "If there is an order for {email}, its confirmation is on its way. Please check your email inbox.",
  "resend.unknown": "No orders could be found for this email address.",
  "resend.my_orders": "My recent orders",
  "resend.events": "See what is on",
} as const;
