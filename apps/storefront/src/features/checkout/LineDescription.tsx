import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CartLine } from "@foyer/contract/shop/cart.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { Html } from "../../shared/text/Html.tsx";
import { failureText } from "../../shared/errors/failureText.ts";
import { useText } from "../../shared/seller/seller.tsx";
import { sharedStrings } from "../../shared/text/shared.strings.ts";
import { eventDescriptionQuery } from "./checkout.queries.ts";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";

/** The description of an item, in a dialog so that the buyer does not have to leave the checkout. */
export function LineDescription({ line }: { readonly line: CartLine }) {
  const t = useText(checkoutStrings);
  const name = `description-${line.event_template_id}-${line.event_session_id ?? ""}`;
  const modal = useModal(name);
  const [isLoaded, setLoaded] = useState(false);
  const show = () => {
    setLoaded(true);
    modal.open();
  };
  return (
    <>
      <Button kind="text" size="small" aria-label={t("checkout.more.about", { name: line.name })} onClick={show}>
        {t("checkout.more")}
      </Button>
      {isLoaded && (
        <Modal name={name} title={line.name} closeLabel={t("checkout.close")}>
          <EventDescription event_template_id={line.event_template_id} />
        </Modal>
      )}
    </>
  );
}

function EventDescription({ event_template_id }: { readonly event_template_id: string }) {
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const { data, error } = useQuery(eventDescriptionQuery(event_template_id));
  const event = data?.event_template._data[0];
  const venue = data?.venue?._data[0];
  if (error) return <ErrorLine>{failureText(shared)}</ErrorLine>;
  if (!event) return <Skeleton count={4} />;
  return (
    <div className={css.description}>
      {event.subtitle && <p>{event.subtitle}</p>}
      {venue && <p className={css.quiet}>{[venue.name, venue.address].filter(Boolean).join(", ")}</p>}
      {event.description ? <Html html={event.description} /> : <p>{event.summary ?? t("checkout.more.none")}</p>}
    </div>
  );
}
