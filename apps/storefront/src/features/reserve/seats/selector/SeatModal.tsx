import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Announcer, useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { Spinner } from "@foyer/ui/feedback/Spinner.tsx";
import { useText } from "../../../../shared/seller/seller.tsx";
import { failureText } from "../../../../shared/errors/failureText.ts";
import { sharedStrings } from "../../../../shared/text/shared.strings.ts";
import { seatMapQuery } from "../../queries/deferred.queries.ts";
import css from "./SeatModal.module.css";
import { SeatSelector } from "./SeatSelector.tsx";
import { seatStrings } from "../seats.strings.ts";
import { seatsModalName, type SeatSelectionState } from "../seatSelection.ts";
import { useSeatTotal } from "../useSeatTotal.ts";

/** The seat map in a dialog; on a phone it fills the screen. */
export function SeatModal({ seats }: { readonly seats: SeatSelectionState }) {
  const t = useText(seatStrings);
  return (
    <Modal name={seatsModalName} title={t("seats.modal")} closeLabel={t("seats.close")} size="stage">
      {/* Below an open dialog, a screen reader can reach neither the page nor its announcer. */}
      <Announcer>
        <div className={css.content}>
          <SessionSeatMap seats={seats} />
          <ConfirmSeats seats={seats} />
        </div>
      </Announcer>
    </Modal>
  );
}

function SessionSeatMap({ seats }: { readonly seats: SeatSelectionState }) {
  const t = useText(seatStrings);
  const shared = useText(sharedStrings);
  const { eventLink, session, selector } = seats;
  const { data, isError, refetch } = useQuery({
    ...seatMapQuery(eventLink, session?.id ?? ""),
    enabled: session !== undefined && selector !== "closed",
    refetchOnMount: "always",
  });
  if (isError && !data)
    return (
      <div className={css.placeholder}>
        <Banner tone="error" action={<Button onClick={() => void refetch()}>{t("seats.again")}</Button>}>
          {failureText(shared, t("seats.failed"))}
        </Banner>
      </div>
    );
  if (data && !data.map)
    return (
      <div className={css.placeholder}>
        <Banner tone="warning">{t("seats.none")}</Banner>
      </div>
    );
  if (!data?.map || selector === "rendering")
    return (
      <div className={css.placeholder}>
        <Spinner label={t("seats.loading")} />
      </div>
    );
  return <SeatSelector seats={seats} map={data.map} list={data.seats} />;
}

function ConfirmSeats({ seats }: { readonly seats: SeatSelectionState }) {
  const t = useText(seatStrings);
  const announce = useAnnounce();
  const { chosen, needed, price } = useSeatTotal(seats);
  const [wasPressed, setPressed] = useState(false);
  const missing = seats.missing;
  const confirm = () => {
    if (!missing) return seats.confirm();
    setPressed(true);
    announce(missing.text);
  };
  return (
    <div className={css.confirm}>
      <p className={css.sum}>
        <span className={css.count}>{t("seats.count", { chosen, needed })}</span>
        {chosen > 0 && <span className={css.price}>{price}</span>}
      </p>
      {wasPressed && missing && <p className={css.missing}>{missing.text}</p>}
      <Button kind="primary" onClick={confirm}>
        {t("seats.confirm")}
      </Button>
    </div>
  );
}
