/** An event as a link shows it: `tg` limits it to some ticket groups. */
export type EventLink = { readonly slug: string; readonly event_template_id: string; readonly tg: readonly string[] };
type EventLinkKey = Pick<EventLink, "event_template_id" | "tg">;

/** The prefix of all query keys about an event. */
export const eventKey = (event_template_id: string) => ["event", event_template_id] as const;
export const templateKey = ({ event_template_id, tg }: EventLinkKey) =>
  [...eventKey(event_template_id), "template", tg.join()] as const;
export const calendarKey = ({ event_template_id, tg }: EventLinkKey) =>
  [...eventKey(event_template_id), "calendar", tg.join()] as const;
