import { formStrings } from "../../../shared/form/form.strings.ts";
import { tileStrings } from "../../../shared/text/tile.strings.ts";

/** Texts of the reserve form before a date is chosen. */
export const initialReserveStrings = {
  ...formStrings,
  ...tileStrings,
  "reserve.title": "Reserve tickets",
  "reserve.date": "Date",
  "reserve.date.choose": "Choose a date",
  "reserve.date.change": "Change date",
  "reserve.date.selected": "You have selected {date}",
  "reserve.date.more": "More dates",
  "reserve.date.any": "Any date",
  "reserve.date.flexible": "Any date, flexible tickets",
  "reserve.date.few": "Few tickets left",
  "reserve.date.not_available": "Not available",
  "reserve.left": "{count} left",
  "reserve.from": "from",
  "reserve.plus_fees": "plus fees",
  "reserve.change": "Change",
} as const;
