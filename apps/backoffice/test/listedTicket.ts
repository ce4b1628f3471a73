import type { ListedTicket } from "@foyer/rules/admission/packedList.ts";
import type { Listed } from "../src/scan/gateList.ts";

/** A booked ticket of a device's list, of an event in a session, that nobody has entered with. */
export const listedTicket = (changes: Partial<Listed> = {}): Listed => ({
  id: "ticket",
  mac: "00",
  type: { event_template_id: "visit", venue_id: null, name: "Adult", admits: true, is_card: false, gate: {} },
  session: "twelve",
  state: "booked",
  isReplaced: false,
  validFrom: null,
  validTo: null,
  name: "Ada L.",
  seat: "",
  visits: 0,
  isInside: false,
  lastEntry: null,
  party: null,
  answers: [],
  ...changes,
});

/** The same as the server sends it, with the first session and the first type of the list. */
export const sentTicket = (changes: Pick<ListedTicket, "id" | "mac"> & Partial<ListedTicket>): ListedTicket => ({
  session: 0,
  type: 0,
  state: "booked",
  isReplaced: false,
  isInside: false,
  visits: 0,
  lastEntry: null,
  validFrom: null,
  validTo: null,
  name: "Ada L.",
  seat: "",
  ...changes,
});
