/** Default texts of e-mails about memberships that renew automatically. */
export const renewalTexts = {
  "mail.auto_renew.greeting": "Hello {first_name},",
  "mail.auto_renew.greeting_unnamed": "Hello,",
  "mail.auto_renew.level": "Membership",
  "mail.auto_renew.card": "Card",
  "mail.auto_renew.day": "Charged on",
  "mail.auto_renew.term": "Valid until",
  "mail.auto_renew.ends": "Ends on",
  "mail.auto_renew.amount": "Amount",
  "mail.auto_renew.announced.subject": "Your {level} membership renews on {day}",
  "mail.auto_renew.announced.intro":
    "Your {level} membership renews automatically. On {day} we will charge {amount} to your card. You don't need to do anything.",
  "mail.auto_renew.announced.new_price": "The price has changed since last time, when it was {before}.",
  "mail.auto_renew.expires.subject": "Please renew your {level} membership: your card is expiring",
  "mail.auto_renew.expires.intro":
    "Your {level} membership is due to renew automatically on {day}, but your card expires before then. Please renew it yourself with another card.",
  "mail.auto_renew.announced.cancel":
    "If you don't want to renew, cancel auto-renew before that day and you won't be charged.",
  "mail.auto_renew.failed.subject": "We could not renew your {level} membership yet",
  "mail.auto_renew.failed.intro": "We tried to charge {amount} to your card, but it was declined. We will try again.",
  "mail.auto_renew.failed.intro_other":
    "We tried to renew your {level} membership, but it didn't work. We will try again.",
  "mail.auto_renew.failed.hint": "You can also renew it yourself at any time with another card.",
  "mail.auto_renew.asked.subject": "Please renew your {level} membership",
  "mail.auto_renew.asked.intro":
    "Your bank asks you to confirm the payment of {amount} yourself, so we could not charge your card. Please renew your membership online: it only takes a minute.",
  "mail.auto_renew.asked.intro_desk":
    "Your bank asks you to confirm the payment of {amount} yourself, so we could not charge your card.",
  "mail.auto_renew.desk": "To renew, come to our ticket desk with your membership number, or contact {seller}.",
  "mail.auto_renew.stopped.subject": "Your {level} membership was not renewed",
  "mail.auto_renew.stopped.declined": "We could not charge your card, and we will not try again.",
  "mail.auto_renew.stopped.card_expired": "Your card has expired, so we could not renew your membership.",
  "mail.auto_renew.stopped.level_gone": "This membership is no longer sold, so it could not be renewed.",
  "mail.auto_renew.stopped.not_offered": "{seller} no longer renews memberships automatically.",
  "mail.auto_renew.stopped.no_method":
    "We could not save your payment method, so we cannot renew your membership automatically.",
  "mail.auto_renew.stopped.disputed":
    "A payment for this membership is disputed, so we will not renew it automatically.",
  "mail.auto_renew.stopped.too_late": "We could not renew your membership in time.",
  "mail.auto_renew.stopped.nothing": "You have not been charged. Your membership stays valid until it ends.",
  "mail.auto_renew.cancelled.subject": "Auto-renew for your {level} membership has been cancelled",
  "mail.auto_renew.cancelled.intro":
    "Your {level} membership will not renew automatically, and you will not be charged again. It stays valid until it ends.",
  "mail.auto_renew.renew": "Renew my membership",
  "mail.auto_renew.account": "My membership",
  "mail.auto_renew.cancel": "Cancel auto-renew",
} as const;
