import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Announcer, useAnnounce } from "@foyer/ui/Announcer.tsx";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { Modal } from "@foyer/ui/Modal.tsx";
import { Spinner } from "@foyer/ui/Spinner.tsx";
import { useText } from "../../shared/seller.tsx";
import { seatMapQuery } from "./later.queries.ts";
import css from "./SeatModal.module.css";
import { SeatSelector } from "./SeatSelector.tsx";
import { seatStrings } from "./seats.strings.ts";
import { seatsModalName, type Seats } from "./useSeats.ts";
import { useSeatTotal } from "./useSeatTotal.ts";

/** The hall in a dialog; on a phone it is the whole screen. */
export function SeatModal({ seats }: { readonly seats: Seats }) {
  const t = useText(seatStrings);
  return (
    <Modal name={seatsModalName} title={t("seats.modal")} closeLabel={t("seats.close")} size="stage">
      {/* The page beneath is out of a reader's reach while a dialog is open, its announcer too. */}
      <Announcer>
        <div className={css.inside}>
          <HallOfSession seats={seats} />
          <Confirm seats={seats} />
        </div>
      </Announcer>
    </Modal>
  );
}

function HallOfSession({ seats }: { readonly seats: Seats }) {
  const t = useText(seatStrings);
  const { at, session, selector } = seats;
  const { data, isError, refetch } = useQuery({
    ...seatMapQuery(at, session?.id ?? ""),
    enabled: session !== undefined && selector !== "closed",
    refetchOnMount: "always",
  });
  if (isError && !data)
    return (
      <div className={css.wait}>
        <Banner tone="error" action={<Button onClick={() => void refetch()}>{t("seats.again")}</Button>}>
          {t("seats.failed")}
        </Banner>
      </div>
    );
  if (data && !data.map)
    return (
      <div className={css.wait}>
        <Banner tone="warning">{t("seats.none")}</Banner>
      </div>
    );
  if (!data?.map || selector === "rendering")
    return (
      <div className={css.wait}>
        <Spinner label={t("seats.loading")} />
      </div>
    );
  return <SeatSelector seats={seats} map={data.map} list={data.seats} />;
}

function Confirm({ seats }: { readonly seats: Seats }) {
  const t = useText(seatStrings);
  const announce = useAnnounce();
  const { chosen, needed, price } = useSeatTotal(seats);
  const [wasPressed, setPressed] = useState(false);
  const lacks = seats.missing;
  const confirm = () => {
    if (!lacks) return seats.confirm();
    setPressed(true);
    announce(lacks.text);
  };
  return (
    <div className={css.confirm}>
      <p className={css.sum}>
        <span className={css.count}>{t("seats.count", { chosen, needed })}</span>
        {chosen > 0 && <span className={css.price}>{price}</span>}
      </p>
      {wasPressed && lacks && <p className={css.lacks}>{lacks.text}</p>}
      <Button kind="primary" onClick={confirm}>
        {t("seats.confirm")}
      </Button>
    </div>
  );
}
