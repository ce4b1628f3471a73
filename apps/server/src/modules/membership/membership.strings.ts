/** The words of letters about memberships. */
export const cardStrings = {
  "mail.membership.subject": "Your {level} membership of {seller}",
  "mail.membership.subject_renewed": "Your {level} membership of {seller} goes on",
  "mail.membership.greeting": "Welcome, {first_name}.",
  "mail.membership.greeting_unnamed": "Welcome.",
  "mail.membership.greeting_renewed": "Good to have you with us, {first_name}.",
  "mail.membership.greeting_renewed_unnamed": "Good to have you with us.",
  "mail.membership.intro": "Here is your card. Show this code at the door.",
  "mail.membership.intro_renewed": "Your membership is renewed. Your number and your card stay the same.",
  "mail.membership.qr_alt": "QR code of membership {number}",
  "mail.membership.number": "Member number {number}",
  "mail.membership.valid": "Valid {term}",
  "mail.membership.from_until": "{from} – {until}",
  "mail.membership.from": "from {from}",
  "mail.membership.others": "Also on this membership",
  "mail.membership.physical": "Membership cards come by post. They take 3 to 5 weeks.",
  "mail.membership.visit": "Plan a visit",
  "mail.membership.account": "My membership",
} as const;

export const giftStrings = {
  "mail.membership_gift.subject": "{from} gave you a membership of {seller}",
  "mail.membership_gift.subject_unnamed": "A gift membership of {seller}",
  "mail.membership_gift.title": "{to}, this is for you.",
  "mail.membership_gift.title_unnamed": "This is for you.",
  "mail.membership_gift.intro": "A {level} membership of {seller}. It begins on the day on which you redeem it.",
  "mail.membership_gift.code": "Your gift code",
  "mail.membership_gift.until": "It can be redeemed until {day}.",
  "mail.membership_gift.physical": "Membership cards come by post. They take 3 to 5 weeks.",
  "mail.membership_gift.redeem": "Redeem your gift",
  "mail.membership_given.subject": "Your gift is on its way to {to}",
  "mail.membership_given.title": "That was kind of you, {first_name}.",
  "mail.membership_given.title_unnamed": "That was kind of you.",
  "mail.membership_given.intro":
    "We have written to {to} at {email}: a {level} membership of {seller} is theirs as soon as they redeem it.",
  "mail.membership_given.visit": "See what is on",
} as const;
