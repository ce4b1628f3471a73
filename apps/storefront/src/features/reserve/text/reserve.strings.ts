import { amountStrings } from "../../../shared/form/amount.strings.ts";
import { formProblemStrings } from "../../../shared/form/formProblem.strings.ts";
import { initialReserveStrings } from "./initial.strings.ts";

/** Texts of the event page and its reserve form. */
export const reserveStrings = {
  ...initialReserveStrings,
  ...amountStrings,
  ...formProblemStrings,
  "event.more": "More",
  "event.more.about": "More about {name}",
  "event.times": "All times are {zone}",
  "event.unavailable": "Sorry, tickets are not available for this event.",
  "event.add_admission": "Please add an admission event to your cart first.",
  "event.admission": "See admission",
  "event.back": "Back to all events",
  "event.title.anchor": "Add {name} to your visit",
  "event.title.gift_card": "Buy {name}",
  "event.title.donation": "Donate: {name}",
  "event.title.membership": "Join: {name}",
  "event.title.gift": "Give {name}",
  "event.title.renew": "Renew {name}",
  "event.promo": "Promo code {name} applied: {description}",
  "event.promo.plain": "Promo code {name} applied",
  "event.reload": "Please reload the page to see this event.",

  "reserve.when": "When",
  "reserve.when.at": "{date} at {time}",
  "reserve.time.conflict": "This time overlaps with {name} in your cart.",
  "reserve.details.loading": "Loading questions",
  "reserve.details.retry": "Try again",
  "reserve.total.fees": "including {fees} fees",

  "reserve.missing.date": "Please select a date to continue.",
  "reserve.missing.session": "Please select a session to continue.",
  "reserve.missing.tickets": "Please select at least one ticket to continue.",
  "reserve.missing.least": "{group}: please choose at least {count} tickets in all.",
  "reserve.missing.find": "Please click the 'find available tickets' button to continue.",
  "reserve.missing.seats": "Please click the 'Find seats' button to continue.",
  "reserve.missing.seats.type": "Please select an admission type to continue.",
  "reserve.missing.seats.few": "Not enough seats for {group} {type}",
  "reserve.missing.seats.many": "Too many seats for {group}",
  "reserve.session_sold_out":
    "Tickets have sold out for the session at {time}. Please select another session and try again.",
  "reserve.date_sold_out": "Tickets have sold out for {date}. Please select another date and try again.",
  "reserve.date_unavailable": "Sorry, tickets are not available on the date of your visit.",
  "reserve.session_unavailable": "Sorry, tickets are not available at the selected time.",
  "reserve.session_not_found": "Sorry, the selected time is not found.",
  "reserve.types_not_found": "Sorry, the selected ticket type(s) are not available.",
  "reserve.session_and_date": "The link cannot contain both a date and a session.",
} as const;
