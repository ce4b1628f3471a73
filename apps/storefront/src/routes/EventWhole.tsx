import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { CartBeside } from "../features/cart/CartBeside.tsx";
import { MobileCartButton } from "../features/cart/MobileCartButton.tsx";
import { useSkip } from "../features/listing/useSkip.ts";
import type { MembershipFormProps } from "../features/membership/MembershipForm.tsx";
import { membershipPart } from "../features/membership/parts.ts";
import { EventPage } from "../features/reserve/EventPage.tsx";
import { EventSale } from "../features/reserve/EventSale.tsx";
import { fetchLater } from "../features/reserve/ReserveFrame.tsx";
import { IntroAlone } from "../features/reserve/IntroAlone.tsx";
import { useKeptFocus } from "../features/reserve/keptFocus.ts";
import { eventQuery } from "../features/reserve/reserve.queries.ts";
import type { Whole } from "../features/reserve/StartPage.tsx";
import { loadChunk } from "../shared/loadChunk.ts";
import { withQueries } from "../shared/Queries.tsx";
import { useSeller } from "../shared/seller.tsx";
import type { ScreenProps } from "./screen.ts";

const AddOnBar = lazy(() =>
  loadChunk(() => import("../features/reserve/AddOnBar.tsx")).then((file) => ({ default: file.AddOnBar })),
);

/** What stands on a page asleep besides its days. */
export const Intro = withQueries(IntroAlone);
export const Cart = withQueries(CartBeside);
export const CartButton = withQueries(MobileCartButton);

/** Where the event is offered as an add-on: what it is here for, and the way past it. */
export const Above: Whole["Above"] = withQueries(function Above({ eventId }) {
  const onSkip = useSkip(eventId);
  return (
    onSkip && (
      <Suspense>
        <AddOnBar onSkip={onSkip} />
      </Suspense>
    )
  );
});

/** An event's page, whichever form it has and whatever stands in its address. */
export const EventWhole = withQueries(function EventWhole({ params }: ScreenProps) {
  const onSkip = useSkip(params.id ?? "");
  return (
    <>
      <Above eventId={params.id ?? ""} />
      <EventPage
        eventId={params.id ?? ""}
        action={params.action}
        cart={<CartBeside />}
        cartButton={<MobileCartButton />}
        onSkip={onSkip}
        Membership={Membership}
      />
    </>
  );
});

function Membership(props: MembershipFormProps) {
  const part = membershipPart.usePart();
  return <part.MembershipForm {...props} />;
}

/** Takes the place of the days alone (`StartPage`): the form goes on from the step that was taken there. */
export const Sale: Whole["Sale"] = withQueries(function Sale({ eventId, taken, isSent }) {
  const { slug } = useSeller();
  const onSkip = useSkip(eventId);
  const { data } = useQuery(eventQuery({ slug, event_template_id: eventId, tg: [] }));
  useKeptFocus("reserve");

  useEffect(() => {
    if (isSent) document.querySelector<HTMLFormElement>("form#reserve")?.requestSubmit();
  }, [isSent]);

  const template = data?.event_template._data[0];
  if (!data || !template) return null;
  return <EventSale {...{ event: data, template, taken, onSkip, Membership }} cartButton={<MobileCartButton />} />;
});

export const fetchAhead = (): void => fetchLater();
