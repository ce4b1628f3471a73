import { useEffect, useEffectEvent, type ComponentType } from "react";
import { Link, useSearch } from "wouter";
import type { EventReply, EventTemplate } from "@foyer/contract/shop/catalog.ts";
import type { EventForm } from "@foyer/rules/catalog/eventForm.ts";
import { parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { LoadedPart } from "../../../shared/loading/LoadedPart.tsx";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { track } from "../../../shared/analytics/track.ts";
import { useCart } from "../../cart/cart.queries.ts";
import { useMember } from "../../login/session/useMember.ts";
import { PromoBanners } from "./PromoBanners.tsx";
import { lazyMembersOnly, lazyOneTicketForm, lazyQuantityFirstForm } from "../form/lazyForms.ts";
import type { ReserveFormProps } from "../form/reserveFormProps.ts";
import { selectEventForm } from "./selectEventForm.ts";
import { ReserveForm } from "../form/ReserveForm.tsx";
import { useRefetchOnLogin } from "./useRefetchOnLogin.ts";
import { useReserveText } from "../text/useReserveText.ts";

export type ReserveSectionProps = Omit<ReserveFormProps, "event" | "template"> & {
  readonly event: EventReply;
  readonly template: EventTemplate;
  /** 'gift' or 'renew', for memberships. */
  readonly action?: string | undefined;
  /** The form of an event that sells memberships; it belongs to another feature. */
  readonly Membership?: ComponentType<ReserveFormProps & { readonly action: string | undefined }> | undefined;
};

/** Applied codes, and the form for this event and visitor. */
export function ReserveSection({ event, template, ...reserve }: ReserveSectionProps) {
  const { web, default_currency_code: currency } = useSeller();
  const { tg } = parseReserveQuery(useSearch());
  const { cart: heldCart, isLoading: isCartLoading } = useCart();
  const { isMember, hadMembership, isLoading: isMemberLoading } = useMember();
  const isMemberFetching = useRefetchOnLogin(template.id);

  const trackView = useEffectEvent(() => {
    const prices = (event.ticket_type?._data ?? []).map(({ currency_amount }) => currency_amount);
    const lowest = prices.toSorted((one, other) => Number(one) - Number(other))[0];
    track((words) => [words.viewItemEvent(template, currency, lowest)]);
  });
  useEffect(() => trackView(), [template.id]);

  const form = selectEventForm(event, { web, tg, isMember, hadMembership, hasAnchor: heldCart?.anchor != null });
  const groups = event.ticket_group?._data ?? [];
  // For members: waits until the login and the member's own answer are known.
  const isMembersLoading =
    template.hidden_type === "public_member_only" && groups.length === 0 && (isMemberLoading || isMemberFetching);
  return (
    <>
      <PromoBanners />
      {(form === "add_admission" && isCartLoading) || isMembersLoading ? (
        // Waits for cart and login first, so that nobody is asked to add an admission that they have, or to log in again.
        <Skeleton shape="tile" count={8} />
      ) : (
        <EventFormSwitch form={form} key={template.id} {...{ event, template, ...reserve }} />
      )}
    </>
  );
}

type EventFormSwitchProps = ReserveSectionProps & { readonly form: EventForm | undefined };

function EventFormSwitch({ form, action, Membership, ...reserve }: EventFormSwitchProps) {
  const t = useReserveText();
  const { web } = useSeller();
  switch (form) {
    case undefined:
    case "unavailable":
      return (
        <Banner tone="warning" action={<Link href={paths.allEvents()}>{t("event.back")}</Link>}>
          {t("event.unavailable")}
        </Banner>
      );
    case "add_admission":
      return (
        <Banner
          tone="warning"
          action={
            <Link href={web.admission_event_id ? paths.event(web.admission_event_id) : paths.allEvents()}>
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
        <LoadedPart part={lazyMembersOnly} placeholder={<Skeleton count={3} />}>
          {(part) => <part.MembersOnly hasExpired={form === "expired_membership"} />}
        </LoadedPart>
      );
    case "membership":
      return Membership && <Membership action={action} {...reserve} />;
    case "one_ticket":
      return (
        <LoadedPart part={lazyOneTicketForm} placeholder={<Skeleton shape="control" count={3} />}>
          {(part) => <part.OneTicketForm {...reserve} />}
        </LoadedPart>
      );
    case "quantity_first":
      return (
        <LoadedPart part={lazyQuantityFirstForm} placeholder={<Skeleton shape="control" count={3} />}>
          {(part) => <part.QuantityFirstForm {...reserve} />}
        </LoadedPart>
      );
    case "single":
    case "date_first":
      return <ReserveForm {...reserve} />;
  }
}
