import { useState } from "react";
import type { EventReply } from "@foyer/contract/shop/catalog.ts";
import type { CalendarDate } from "@foyer/contract/shop/sessions.ts";
import { calendarKey, templateKey } from "../../features/reserve/queries/eventKeys.ts";
import { InitialEventPage } from "../../features/reserve/event/InitialEventPage.tsx";
import { useInitialData } from "../../shared/queries/initialData.tsx";
import { staticPart } from "../../shared/hydration/staticPart.tsx";
import { loadChunk } from "../../shared/loading/loadChunk.ts";
import { useBoot } from "../../shared/seller/seller.tsx";
import { useHydrated } from "../../shared/hydration/useHydrated.ts";
import type { ScreenProps } from "../screen.ts";
import { lazyFullEventPage } from "./lazyFullEventPage.ts";

const Intro = staticPart(lazyFullEventPage, (page) => page.EventPageIntro);
const Notes = staticPart(lazyFullEventPage, (page) => page.EventPageNotes);
const Panel = staticPart(lazyFullEventPage, (page) => page.EventPanel);
const CartButton = staticPart(lazyFullEventPage, (page) => page.EventCartButton);

/** With deferred hydration the page continues from its first view; otherwise it is complete from the start. */
export function Screen({ params }: ScreenProps) {
  const { shown } = useBoot();
  const isHydrated = useHydrated();
  const [isStaticStart] = useState(!isHydrated && shown.deferHydration === true);
  const at = { event_template_id: params.id ?? "", tg: [] };
  const event = useInitialData<EventReply>(templateKey(at));
  const calendar = useInitialData<readonly CalendarDate[]>(calendarKey(at));
  if (!isStaticStart || !event || !calendar) return <FullPage params={params} />;
  return (
    <InitialEventPage
      eventId={at.event_template_id}
      event={event}
      calendar={calendar}
      intro={<Intro eventId={at.event_template_id} />}
      notes={<Notes eventId={at.event_template_id} />}
      panel={<Panel eventId={at.event_template_id} />}
      cartButton={<CartButton />}
      lazyFullPage={lazyFullEventPage}
    />
  );
}

function FullPage({ params }: ScreenProps) {
  const { FullEventPage } = lazyFullEventPage.useLoaded();
  return <FullEventPage params={params} />;
}

export const staticParts = [lazyFullEventPage] as const;

/** The loader of the page, not needed for a page that the server rendered. */
export const loader = () => loadChunk(() => import("./eventLoader.ts"));
