export const cancelAutoRenewStrings = {
  "auto_renew.title": "Cancel auto-renew",
  "auto_renew.body":
    "Your membership stays valid until it ends. It will not be renewed after that, and nothing more will be charged.",
  "auto_renew.body.level":
    "Your {level} membership stays valid until {date}. It will not be renewed after that, and nothing more will be charged.",
  "auto_renew.confirm": "Cancel auto-renew",
  "auto_renew.cancel": "Cancel",
  "auto_renew.done": "Done",
  "auto_renew.cancelled": "Auto-renew is cancelled. Your {level} membership is valid until {date}.",
  "auto_renew.cancelled.lifetime": "Auto-renew is cancelled. Your {level} membership stays valid.",
  "auto_renew.none": "You are not enrolled in auto-renew.",
  "auto_renew.none.guest":
    "You are not enrolled in auto-renew. Please log in if you have a membership that renews automatically.",
  "auto_renew.none.link":
    "You are not enrolled in auto-renew. If you have a membership that renews automatically, please use the link in its email.",
  "auto_renew.login": "Log in",
  "auto_renew.loading": "Loading your membership",
} as const;
