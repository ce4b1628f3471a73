import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { useLocation, useSearch } from "wouter";
import { eventTitle } from "@foyer/rules/catalog/eventForm.ts";
import { parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Columns, Page } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { useCart } from "../../cart/cart.queries.ts";
import { EventIntro } from "./EventIntro.tsx";
import { ReserveSection, type ReserveSectionProps } from "./ReserveSection.tsx";
import { EventNotes } from "./EventNotes.tsx";
import { EventMain } from "./EventMain.tsx";
import { eventQuery, isEventNotFound } from "../queries/reserve.queries.ts";
import { useReserveText } from "../text/useReserveText.ts";

export type EventPageProps = {
  readonly eventId: string;
  /** 'gift' or 'renew', for memberships. */
  readonly action?: string | undefined;
  /** What is held and chosen, to the right on desktops. */
  readonly panel?: ReactNode;
  /** Opens the cart on phones. */
  readonly cartButton?: ReactNode;
  /** Skips the event; only for add-ons. */
  readonly onSkip?: (() => void) | undefined;
  readonly Membership?: ReserveSectionProps["Membership"];
};

/** An event and its reserve form. */
export function EventPage({ eventId, action, panel, cartButton, onSkip, Membership }: EventPageProps) {
  const { slug } = useSeller();
  const [, navigate] = useLocation();
  const { tg } = parseReserveQuery(useSearch());
  const { cart: heldCart } = useCart();
  const { data, error, refetch } = useQuery(eventQuery({ slug, event_template_id: eventId, tg }));
  const t = useReserveText();
  const shared = useText(sharedStrings);
  const isUnknown = !data && isEventNotFound(error);

  useEffect(() => {
    if (isUnknown) navigate("/404", { replace: true });
  }, [isUnknown, navigate]);

  const template = data?.event_template._data[0];
  if (isUnknown) return null;
  if (!data || !template) {
    return (
      <Page>
        {error ? (
          <Banner tone="error" action={<Button onClick={() => void refetch()}>{t("event.reload")}</Button>}>
            {failureText(shared)}
          </Banner>
        ) : (
          <EventMain>
            <Skeleton shape="title" />
            <Skeleton shape="image" />
            <Skeleton shape="tile" count={8} />
          </EventMain>
        )}
      </Page>
    );
  }

  const groups = data.ticket_group?._data ?? [];
  const isAnchored = template.meta.requires_anchor === true && heldCart?.anchor != null;
  return (
    <Page>
      <Columns aside={panel}>
        <EventMain>
          <EventIntro event={data} template={template} kind={eventTitle({ groups, action, isAnchored })} />
          <ReserveSection {...{ event: data, template, cartButton, onSkip, action, Membership }} />
          <EventNotes eventId={eventId} />
        </EventMain>
      </Columns>
    </Page>
  );
}
