import { useState } from "react";
import type { EventReply } from "@foyer/contract/catalog.ts";
import type { CalendarDate } from "@foyer/contract/sessions.ts";
import { calendarKey, templateKey } from "../features/reserve/eventKeys.ts";
import { StartPage } from "../features/reserve/StartPage.tsx";
import { useFirstAnswer } from "../shared/answers.tsx";
import { sleepingPart } from "../shared/sleepingPart.tsx";
import { loadChunk } from "../shared/loadChunk.ts";
import { useBoot } from "../shared/seller.tsx";
import { useHydrated } from "../shared/useHydrated.ts";
import type { ScreenProps } from "./screen.ts";
import { wholePart } from "./wholePart.ts";

const Intro = sleepingPart(wholePart, (whole) => whole.Intro);
const Cart = sleepingPart(wholePart, (whole) => whole.Cart);
const CartButton = sleepingPart(wholePart, (whole) => whole.CartButton);

/** The page that the server rendered asleep goes on from there; every other is whole from the start. */
export function Screen({ params }: ScreenProps) {
  const { shown } = useBoot();
  const isHydrated = useHydrated();
  const [isStart] = useState(!isHydrated && shown.asleep === true);
  const at = { event_template_id: params.id ?? "", tg: [] };
  const event = useFirstAnswer<EventReply>(templateKey(at));
  const calendar = useFirstAnswer<readonly CalendarDate[]>(calendarKey(at));
  if (!isStart || !event || !calendar) return <WholePage params={params} />;
  return (
    <StartPage
      eventId={at.event_template_id}
      event={event}
      calendar={calendar}
      intro={<Intro eventId={at.event_template_id} />}
      cart={<Cart />}
      cartButton={<CartButton />}
      wholePart={wholePart}
    />
  );
}

function WholePage({ params }: ScreenProps) {
  const { EventWhole } = wholePart.usePart();
  return <EventWhole params={params} />;
}

export const sleeping = [wholePart] as const;

/** What leads to the page: the first one came prepared by the server. */
export const arrival = () => loadChunk(() => import("./eventArrival.ts"));
