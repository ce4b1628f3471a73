import { useEffect, useRef } from "react";
import { seatedIn } from "@foyer/rules/seatCheck.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { Icon } from "@foyer/ui/Icon.tsx";
import { useText } from "../../shared/seller.tsx";
import css from "./SeatChoice.module.css";
import { SeatModal } from "./SeatModal.tsx";
import { seatStrings } from "./seats.strings.ts";
import type { SeatStepProps } from "./SeatStep.tsx";
import { Step } from "./Step.tsx";
import { goneText } from "./useSeatPicking.ts";
import type { Seats } from "./useSeats.ts";

/** The seats on the event page: which they are, and the way to the hall. */
export function SeatChoice({ seats, error }: SeatStepProps) {
  const t = useText(seatStrings);
  const { choices, picked, shared, notice } = seats;
  useSaidOnReturn(seats);
  const lost = useGone(seats);
  const seated = seatedIn(choices).map(({ group, types }) => ({
    group,
    types: types.filter(({ quantity }) => quantity > 0),
  }));
  const count = seated.flatMap(({ types }) => types).reduce((sum, { quantity }) => sum + quantity, 0);

  return (
    <>
      <Step name="seats" heading={t("seats.title")} error={error}>
        {notice && (
          <div ref={lost}>
            <Banner tone="warning">{notice.kind === "changed" ? t("seats.changed") : goneText(notice, t)}</Banner>
          </div>
        )}
        {picked.length === 0 ? (
          <p className={css.needed}>{t("seats.needed", { count })}</p>
        ) : (
          <ul role="list" className={css.chosen}>
            {seated.flatMap(({ types }) =>
              types.map(({ type }) => (
                <li key={type.id}>
                  <span className={css.type}>{type.name}</span>
                  <span>{(shared[type.id] ?? []).map(({ name }) => name).join(", ")}</span>
                </li>
              )),
            )}
          </ul>
        )}
        <div>
          <Button icon={<Icon name="ticket" />} onClick={seats.open}>
            {picked.length === 0 ? t("seats.find") : t("seats.change")}
          </Button>
        </div>
      </Step>
      <SeatModal seats={seats} />
    </>
  );
}

/** Seats that went while they were being reserved: what is said of them comes into view, and is said aloud. */
const useGone = ({ notice, selector }: Seats) => {
  const t = useText(seatStrings);
  const announce = useAnnounce();
  const place = useRef<HTMLDivElement>(null);
  const isGone = notice?.kind === "gone" && selector === "closed";
  useEffect(() => {
    if (!isGone) return;
    announce(goneText(notice, t));
    place.current?.scrollIntoView({ block: "center" });
  }, [isGone, notice, announce, t]);
  return place;
};

/** As long as the dialog takes to go: until then the page, and what it says, is out of a reader's reach. */
const gone = 250;

/** The dialog's own announcer goes with it: what came of it is said by the page. */
const useSaidOnReturn = ({ selector, picked }: Seats): void => {
  const t = useText(seatStrings);
  const announce = useAnnounce();
  const say = useRef(() => {});
  useEffect(() => {
    say.current = () => {
      const names = picked.map(({ name }) => name).join(", ");
      announce(picked.length > 0 ? t("seats.chosen.page", { count: picked.length, names }) : t("seats.cleared"));
    };
  });
  const wasOpen = useRef(false);
  useEffect(() => {
    if (selector !== "closed") return void (wasOpen.current = true);
    if (!wasOpen.current) return;
    wasOpen.current = false;
    const timer = setTimeout(() => say.current(), gone);
    return () => clearTimeout(timer);
  }, [selector]);
};
