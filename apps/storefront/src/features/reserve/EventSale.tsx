import { Suspense, useEffect, useEffectEvent, type ComponentType } from "react";
import { Link, useSearch } from "wouter";
import type { EventReply, EventTemplate } from "@foyer/contract/catalog.ts";
import type { EventForm } from "@foyer/rules/eventForm.ts";
import { readReserveQuery } from "@foyer/rules/reserveQuery.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { paths } from "../../shared/paths.ts";
import { useSeller } from "../../shared/seller.tsx";
import { tell } from "../../shared/tell.ts";
import { useCart } from "../cart/cart.queries.ts";
import type { ForMembersProps } from "./ForMembers.tsx";
import { useMember } from "../login/useMember.ts";
import { Promos } from "./Promos.tsx";
import { membersPart, oneTicketPart, quantityFirstPart } from "./parts.ts";
import { formShown } from "./formShown.ts";
import { ReserveForm, type ReserveFormProps } from "./ReserveForm.tsx";
import { useAskAsMember } from "./useAskAsMember.ts";
import { useReserveText } from "./words.ts";

export type EventSaleProps = Omit<ReserveFormProps, "event" | "template"> & {
  readonly event: EventReply;
  readonly template: EventTemplate;
  /** 'gift' or 'renew', for memberships. */
  readonly action?: string | undefined;
  /** The form of an event that sells memberships, which have a room of their own. */
  readonly Membership?: ComponentType<ReserveFormProps & { readonly action: string | undefined }> | undefined;
};

/** What is sold of an event to this visitor: the codes at work, and the form that fits. */
export function EventSale({ event, template, ...reserve }: EventSaleProps) {
  const { web, default_currency_code: currency } = useSeller();
  const { tg } = readReserveQuery(useSearch());
  const { cart: held, isLoading: isCartLoading } = useCart();
  const { isMember, hadMembership, isLoading: isMemberLoading } = useMember();
  const isAskedAsMember = useAskAsMember(template.id);

  const tellSeen = useEffectEvent(() => {
    const prices = (event.ticket_type?._data ?? []).map(({ currency_amount }) => currency_amount);
    const lowest = prices.toSorted((one, other) => Number(one) - Number(other))[0];
    tell((words) => [words.eventMeasured(template, currency, lowest)]);
  });
  useEffect(() => tellSeen(), [template.id]);

  const form = formShown(event, { web, tg, isMember, hadMembership, hasAnchor: held?.anchor != null });
  const groups = event.ticket_group?._data ?? [];
  // Whether they see it at all is known when they are, and when they have their own answer.
  const isMembersLoading =
    template.hidden_type === "public_member_only" && groups.length === 0 && (isMemberLoading || isAskedAsMember);
  return (
    <>
      <Promos />
      {(form === "add_admission" && isCartLoading) || isMembersLoading ? (
        // What is in the cart decides, or who it is; nobody is told to add what they have, or to be who they are.
        <Skeleton shape="tile" count={8} />
      ) : (
        <Form form={form} key={template.id} {...{ event, template, ...reserve }} />
      )}
    </>
  );
}

type FormProps = EventSaleProps & { readonly form: EventForm | undefined };

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
