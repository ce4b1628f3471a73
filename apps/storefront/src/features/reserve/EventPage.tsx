import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, type ComponentType, type ReactNode } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { eventTitle, type EventForm } from "@foyer/rules/eventForm.ts";
import { readReserveQuery } from "@foyer/rules/reserveQuery.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { Columns, Page } from "@foyer/ui/Layout.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { paths } from "../../shared/paths.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { tell } from "../../shared/tell.ts";
import { useCart } from "../cart/cart.queries.ts";
import { EventIntro } from "./EventIntro.tsx";
import css from "./EventPage.module.css";
import type { ForMembersProps } from "./ForMembers.tsx";
import { useMember } from "../login/useMember.ts";
import { Promos } from "./Promos.tsx";
import { membersPart, oneTicketPart, quantityFirstPart } from "./parts.ts";
import { formShown } from "./formShown.ts";
import { useAskAsMember } from "./useAskAsMember.ts";
import { eventQuery, isNoEvent } from "./reserve.queries.ts";
import { ReserveForm, type ReserveFormProps } from "./ReserveForm.tsx";
import { useReserveText } from "./words.ts";

export type EventPageProps = {
  readonly eventId: string;
  /** 'gift' or 'renew', for memberships. */
  readonly action?: string | undefined;
  /** The cart, which stands at the right of a desktop. */
  readonly cart?: ReactNode;
  /** Opens the cart on a phone. */
  readonly cartButton?: ReactNode;
  /** Passes an add-on by; only where the event is one. */
  readonly onSkip?: () => void;
  /** The form of an event that sells memberships, which have a room of their own. */
  readonly Membership?: ComponentType<ReserveFormProps & { readonly action: string | undefined }> | undefined;
};

/** An event, and the form to reserve tickets for it. */
export function EventPage({ eventId, action, cart, cartButton, onSkip, Membership }: EventPageProps) {
  const { slug, web } = useSeller();
  const [, navigate] = useLocation();
  const { tg } = readReserveQuery(useSearch());
  const { cart: held, isLoading: isCartLoading } = useCart();
  const { isMember, hadMembership, isLoading: isMemberLoading } = useMember();
  const isAskedAsMember = useAskAsMember(eventId);
  const { data, error, refetch } = useQuery(eventQuery({ slug, event_template_id: eventId, tg }));
  const t = useReserveText();
  const shared = useText(sharedStrings);
  const isUnknown = !data && isNoEvent(error);

  useEffect(() => {
    if (isUnknown) navigate("/404", { replace: true });
  }, [isUnknown, navigate]);

  const template = data?.event_template._data[0];
  const currency = useSeller().default_currency_code;
  const seen = data && template ? template.id : undefined;
  const tellSeen = useEffectEvent(() => {
    if (!template) return;
    const prices = (data?.ticket_type?._data ?? []).map(({ currency_amount }) => currency_amount);
    const lowest = prices.toSorted((one, other) => Number(one) - Number(other))[0];
    tell((words) => [words.eventMeasured(template, currency, lowest)]);
  });
  useEffect(() => {
    if (seen !== undefined) tellSeen();
  }, [seen]);

  if (isUnknown) return null;
  if (!data || !template) {
    return (
      <Page>
        {error ? (
          <Banner tone="error" action={<Button onClick={() => void refetch()}>{t("event.reload")}</Button>}>
            {shared("error.generic")}
          </Banner>
        ) : (
          <div className={css.waiting}>
            <Skeleton shape="title" />
            <Skeleton shape="image" />
            <Skeleton shape="tile" count={8} />
          </div>
        )}
      </Page>
    );
  }

  const groups = data.ticket_group?._data ?? [];
  const form = formShown(data, { web, tg, isMember, hadMembership, hasAnchor: held?.anchor != null });
  // Whether they see it at all is known when they are, and when they have their own answer.
  const isMembersLoading =
    template.hidden_type === "public_member_only" && groups.length === 0 && (isMemberLoading || isAskedAsMember);
  const isAnchored = template.meta.requires_anchor === true && held?.anchor != null;
  return (
    <Page>
      <Columns aside={cart}>
        <div className={css.main}>
          <EventIntro event={data} template={template} kind={eventTitle({ groups, action, isAnchored })} />
          <Promos />
          {(form === "add_admission" && isCartLoading) || isMembersLoading ? (
            // What is in the cart decides, or who it is; nobody is told to add what they have, or to be who they are.
            <Skeleton shape="tile" count={8} />
          ) : (
            <Form
              form={form}
              key={template.id}
              {...{ event: data, template, cartButton, onSkip, action, Membership }}
            />
          )}
        </div>
      </Columns>
    </Page>
  );
}

type FormProps = ReserveFormProps &
  Pick<EventPageProps, "action" | "Membership"> & { readonly form: EventForm | undefined };

function Form({ form, action, Membership, ...reserve }: FormProps) {
  const t = useReserveText();
  const { web } = useSeller();
  switch (form) {
    case undefined:
    case "unavailable":
      return (
        <Banner tone="warning" action={<Link href={paths.events()}>{t("event.back")}</Link>}>
          {t("event.unavailable")}
        </Banner>
      );
    case "add_admission":
      return (
        <Banner
          tone="warning"
          action={
            <Link href={web.admission_event_id ? paths.event(web.admission_event_id) : paths.events()}>
              {t(web.admission_event_id ? "event.admission" : "event.back")}
            </Link>
          }
        >
          {t("event.add_admission")}
        </Banner>
      );
    case "members_only":
    case "expired_membership":
      return (
        <Suspense fallback={<Skeleton count={3} />}>
          <ForMembers hasExpired={form === "expired_membership"} />
        </Suspense>
      );
    case "membership":
      return (
        <Suspense fallback={<Skeleton shape="tile" count={3} />}>
          {Membership && <Membership action={action} {...reserve} />}
        </Suspense>
      );
    case "one_ticket":
      return (
        <Suspense fallback={<Skeleton shape="control" count={3} />}>
          <OneTicket {...reserve} />
        </Suspense>
      );
    case "quantity_first":
      return (
        <Suspense fallback={<Skeleton shape="control" count={3} />}>
          <QuantityFirst {...reserve} />
        </Suspense>
      );
    case "single":
    case "date_first":
      return <ReserveForm {...reserve} />;
  }
}

function ForMembers(props: ForMembersProps) {
  const part = membersPart.usePart();
  return <part.ForMembers {...props} />;
}

function QuantityFirst(props: ReserveFormProps) {
  const part = quantityFirstPart.usePart();
  return <part.QuantityFirstForm {...props} />;
}

function OneTicket(props: ReserveFormProps) {
  const part = oneTicketPart.usePart();
  return <part.OneTicketForm {...props} />;
}
