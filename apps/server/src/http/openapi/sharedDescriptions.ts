const listOfIds = "At most 100 ids, separated by commas.";
const isFlag = "True: only events that set it. False: only events that do not.";
const isNumber = "Only events that set exactly this number.";
const isWord = "Only events that set one of these words, separated by commas.";

/** Query parameters that mean the same in every call that has them. */
export const sharedDescriptions: Readonly<Record<string, string>> = {
  _embed: "What else the reply contains: names separated by commas.",
  _limit: "The greatest number of rows, 1 to 1000.",
  _sort: "The order of the rows: by their start, or with `-` the latest first.",
  _ondate: "Only sessions of this day in the venue's time zone.",
  token: "Opens the order without the buyer's session. It is the `token` of the order.",
  "id._in": listOfIds,
  "resource_id._in": listOfIds,
  "ticket_type.id._in": `Only these ticket types. ${listOfIds}`,
  "ticket_group.id._in": `Only these ticket groups, also those that are hidden except by link. ${listOfIds}`,
  "ticket_group_id._in": `Only these ticket groups, also those that are hidden except by link. ${listOfIds}`,
  "ticket.state._in": "Only tickets in one of these states, separated by commas.",
  "ticket_group.handler._in": "Only tickets of groups with one of these handlers, separated by commas.",
  "start_datetime._gte": "Only sessions that start at this moment or later.",
  "start_datetime._lt": "Only sessions that start before this moment.",
  "event_session.start_datetime._gte": "Only events with a session that starts at this moment or later.",
  "event_session.start_datetime._lt": "Only events with a session that starts before this moment.",
  "meta.requires_anchor": isFlag,
  "meta.tickets_must_match_anchor_tickets": isFlag,
  "meta.hide_event_details": isFlag,
  "meta.image_profile_no_cropping": isFlag,
  "meta.admit_names": isWord,
  "meta.admit_emails": isWord,
  "meta.reserve_flow": isWord,
  "meta.max_tickets_per_order": isNumber,
  "meta.pad_pre_start": isNumber,
  "meta.pad_post_end": isNumber,
  country: "Two letters, as in ISO 3166.",
  margin: "The white space around the code, 0 to 20 of its squares; 4 by default.",
};
