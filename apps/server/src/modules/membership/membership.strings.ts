/** Texts of e-mails about memberships. */
export const cardStrings = {
  "mail.membership.subject": "Your {level} membership at {seller}",
  "mail.membership.subject_renewed": "Your {level} membership at {seller} is renewed",
  "mail.membership.subject_changed": "Your membership at {seller} is now {level}",
  "mail.membership.greeting": "Welcome, {first_name}.",
  "mail.membership.greeting_unnamed": "Welcome.",
  "mail.membership.greeting_renewed": "Thank you for staying with us, {first_name}.",
  "mail.membership.greeting_renewed_unnamed": "Thank you for staying with us.",
  "mail.membership.greeting_changed": "Thank you, {first_name}.",
  "mail.membership.greeting_changed_unnamed": "Thank you.",
  "mail.membership.intro": "Here is your membership card. Show this code at the door.",
  "mail.membership.intro_renewed": "Your membership is renewed. Your member number and your card stay the same.",
  "mail.membership.intro_changed":
    "Your membership is now {level}, until the end of your current term. Your member number and your card stay the same.",
  "mail.membership.qr_alt": "QR code for membership {number}",
  "mail.membership.number": "Member number {number}",
  "mail.membership.valid": "Valid {term}",
  "mail.membership.from_until": "{from} – {until}",
  "mail.membership.from": "from {from}",
  "mail.membership.others": "Also on this membership",
  "mail.membership.physical": "Your membership cards will arrive by post in 3 to 5 weeks.",
  "mail.membership.visit": "Plan a visit",
  "mail.membership.account": "My membership",
} as const;

export const giftStrings = {
  "mail.membership_gift.subject": "{from} gave you a membership at {seller}",
  "mail.membership_gift.subject_unnamed": "A gift membership at {seller}",
  "mail.membership_gift.title": "{to}, this is for you.",
  "mail.membership_gift.title_unnamed": "This is for you.",
  "mail.membership_gift.intro": "Your gift: {level} membership at {seller}. It starts on the day you redeem it.",
  "mail.membership_gift.code": "Your gift code",
  "mail.membership_gift.until": "You can redeem it until {day}.",
  "mail.membership_gift.physical": "Membership cards arrive by post 3 to 5 weeks after you redeem it.",
  "mail.membership_gift.redeem": "Redeem your gift",
  "mail.membership_given.subject": "Your gift is on its way to {to}",
  "mail.membership_given.title": "What a lovely gift, {first_name}.",
  "mail.membership_given.title_unnamed": "What a lovely gift.",
  "mail.membership_given.intro":
    "We have emailed {to} at {email}. Their {level} membership at {seller} starts when they redeem it.",
  "mail.membership_given.visit": "See what’s on",
} as const;
