/** An event as one link of a seller shows it: `tg` limits it to some groups. */
export type EventLink = { readonly slug: string; readonly event_template_id: string; readonly tg: readonly string[] };
type EventLinkKey = Pick<EventLink, "event_template_id" | "tg">;

/** Everything that is read about an event begins with this key. */
export const eventKey = (event_template_id: string) => ["event", event_template_id] as const;
export const templateKey = ({ event_template_id, tg }: EventLinkKey) =>
  [...eventKey(event_template_id), "template", tg.join()] as const;
export const calendarKey = ({ event_template_id, tg }: EventLinkKey) =>
  [...eventKey(event_template_id), "calendar", tg.join()] as const;
