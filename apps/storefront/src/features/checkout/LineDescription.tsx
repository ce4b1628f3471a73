import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CartLine } from "@foyer/contract/cart.ts";
import { Button } from "@foyer/ui/Button.tsx";
import { Modal } from "@foyer/ui/Modal.tsx";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { Html } from "../../shared/Html.tsx";
import { useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { descriptionQuery } from "./checkout.queries.ts";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";

/** What is about to be paid for, in its own words: read without leaving the checkout. */
export function LineDescription({ line }: { readonly line: CartLine }) {
  const t = useText(checkoutStrings);
  const name = `description-${line.event_template_id}-${line.event_session_id ?? ""}`;
  const modal = useModal(name);
  const [wasOpened, setOpened] = useState(false);
  const show = () => {
    setOpened(true);
    modal.open();
  };
  return (
    <>
      <Button kind="text" size="small" aria-label={t("checkout.more.about", { name: line.name })} onClick={show}>
        {t("checkout.more")}
      </Button>
      {wasOpened && (
        <Modal name={name} title={line.name} closeLabel={t("checkout.close")}>
          <Description event_template_id={line.event_template_id} />
        </Modal>
      )}
    </>
  );
}

function Description({ event_template_id }: { readonly event_template_id: string }) {
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const { data, error } = useQuery(descriptionQuery(event_template_id));
  const event = data?.event_template._data[0];
  const venue = data?.venue?._data[0];
  if (error) return <p role="alert">{shared("error.generic")}</p>;
  if (!event) return <Skeleton count={4} />;
  return (
    <div className={css.description}>
      {event.subtitle && <p>{event.subtitle}</p>}
      {venue && <p className={css.quiet}>{[venue.name, venue.address].filter(Boolean).join(", ")}</p>}
      {event.description ? <Html html={event.description} /> : <p>{event.summary ?? t("checkout.more.none")}</p>}
    </div>
  );
}
