import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { MobileCartButton } from "../../features/cart/widget/MobileCartButton.tsx";
import { useSkipAddOn } from "../../features/listing/upsell/useSkipAddOn.ts";
import type { MembershipFormProps } from "../../features/membership/form/MembershipForm.tsx";
import { lazyMembershipForm } from "../../features/membership/form/lazyMembershipForm.ts";
import { EventNotes } from "../../features/reserve/event/EventNotes.tsx";
import { EventPage } from "../../features/reserve/event/EventPage.tsx";
import { OrderPanel } from "../../features/reserve/panel/OrderPanel.tsx";
import { ReserveSection } from "../../features/reserve/event/ReserveSection.tsx";
import { prefetchNextSteps } from "../../features/reserve/form/ReserveFrame.tsx";
import { StaticEventIntro } from "../../features/reserve/event/StaticEventIntro.tsx";
import { useRestoredFocus } from "../../features/reserve/event/useRestoredFocus.ts";
import { eventQuery } from "../../features/reserve/queries/reserve.queries.ts";
import type { FullEventPageModule } from "../../features/reserve/event/InitialEventPage.tsx";
import { lazyComponent } from "../../shared/loading/lazyComponent.ts";
import { LoadedPart } from "../../shared/loading/LoadedPart.tsx";
import { withQueryClient } from "../../shared/queries/QueryProvider.tsx";
import { useSeller } from "../../shared/seller/seller.tsx";
import type { ScreenProps } from "../screen.ts";

const lazyAddOnBanner = lazyComponent([], () => import("../../features/reserve/event/AddOnBanner.tsx"));

/** The static parts of a page with deferred hydration. */
export const EventPageIntro = withQueryClient(StaticEventIntro);
export const EventPageNotes = withQueryClient(EventNotes);
export const EventPanel = withQueryClient(OrderPanel);
export const EventCartButton = withQueryClient(MobileCartButton);

/** The banner above an event that is offered as an add-on. */
export const AddOnNotice: FullEventPageModule["AddOnNotice"] = withQueryClient(function AddOnNotice({ eventId }) {
  const onSkip = useSkipAddOn(eventId);
  return onSkip && <LoadedPart part={lazyAddOnBanner}>{(part) => <part.AddOnBanner onSkip={onSkip} />}</LoadedPart>;
});

/** The complete page of an event, with any form and any query. */
export const FullEventPage = withQueryClient(function FullEventPage({ params }: ScreenProps) {
  const onSkip = useSkipAddOn(params.id ?? "");
  return (
    <>
      <AddOnNotice eventId={params.id ?? ""} />
      <EventPage
        eventId={params.id ?? ""}
        action={params.action}
        panel={<OrderPanel eventId={params.id ?? ""} />}
        cartButton={<MobileCartButton />}
        onSkip={onSkip}
        Membership={Membership}
      />
    </>
  );
});

function Membership(props: MembershipFormProps) {
  return (
    <LoadedPart part={lazyMembershipForm} placeholder={<Skeleton shape="tile" count={3} />}>
      {(part) => <part.MembershipForm {...props} />}
    </LoadedPart>
  );
}

/** Replaces `InitialReserveForm` and continues from the step taken there. */
export const ContinuedReserveSection: FullEventPageModule["ContinuedReserveSection"] = withQueryClient(
  function ContinuedReserveSection({ eventId, initialStep, isSent }) {
    const { slug } = useSeller();
    const onSkip = useSkipAddOn(eventId);
    const { data } = useQuery(eventQuery({ slug, event_template_id: eventId, tg: [] }));
    useRestoredFocus("reserve");

    useEffect(() => {
      if (isSent) document.querySelector<HTMLFormElement>("form#reserve")?.requestSubmit();
    }, [isSent]);

    const template = data?.event_template._data[0];
    if (!data || !template) return null;
    return (
      <ReserveSection
        {...{ event: data, template, initialStep, onSkip, Membership }}
        cartButton={<MobileCartButton />}
      />
    );
  },
);

export const prefetch = (): void => prefetchNextSteps();
