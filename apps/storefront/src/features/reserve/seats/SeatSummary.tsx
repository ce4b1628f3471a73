import { useEffect, useRef } from "react";
import { seatedChoices } from "@foyer/rules/seating/assignSeats.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { SeatNames } from "../../../shared/format/SeatNames.tsx";
import css from "./SeatSummary.module.css";
import { SeatModal } from "./selector/SeatModal.tsx";
import { seatStrings } from "./seats.strings.ts";
import type { SeatStepProps, SeatSelectionState } from "./seatSelection.ts";
import { FormStep } from "../../../shared/form/FormStep.tsx";
import { useBestSeats } from "./selector/useBestSeats.ts";
import { lostSeatsText } from "./useSeatPicker.ts";

/** The seats on the event page: the chosen ones, and the button that opens the map. */
export function SeatSummary({ seats, error }: SeatStepProps) {
  const t = useText(seatStrings);
  const { choices, picked, seatsByType, notice } = seats;
  useAnnounceOnClose(seats);
  const lostNotice = useLostSeatsNotice(seats);
  const best = useBestSeats(seats);
  const seated = seatedChoices(choices).map(({ group, types }) => ({
    group,
    types: types.filter(({ quantity }) => quantity > 0),
  }));
  const count = seated.flatMap(({ types }) => types).reduce((sum, { quantity }) => sum + quantity, 0);

  return (
    <>
      <FormStep name="seats" heading={t("seats.title")} error={error}>
        {notice && (
          <div ref={lostNotice}>
            <Banner tone="warning">{notice.kind === "changed" ? t("seats.changed") : lostSeatsText(notice, t)}</Banner>
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
                  <span>
                    <SeatNames names={(seatsByType[type.id] ?? []).map(({ name }) => name)} />
                  </span>
                </li>
              )),
            )}
          </ul>
        )}
        {best.problem && <Banner tone="warning">{best.problem}</Banner>}
        <div className={css.actions}>
          <Button icon={<Icon name="ticket" />} onClick={seats.open}>
            {picked.length === 0 ? t("seats.find") : t("seats.change")}
          </Button>
          <Button busy={best.isBusy} onClick={best.take}>
            {t("seats.best.page")}
          </Button>
        </div>
      </FormStep>
      <SeatModal seats={seats} />
    </>
  );
}

/** When chosen seats were lost: scrolls to the notice and announces it. */
const useLostSeatsNotice = ({ notice, selector }: SeatSelectionState) => {
  const t = useText(seatStrings);
  const announce = useAnnounce();
  const banner = useRef<HTMLDivElement>(null);
  const isLost = notice?.kind === "lost" && selector === "closed";
  useEffect(() => {
    if (!isLost) return;
    announce(lostSeatsText(notice, t));
    banner.current?.scrollIntoView({ block: "center" });
  }, [isLost, notice, announce, t]);
  return banner;
};

/** The duration of the dialog's closing transition, during which a screen reader cannot reach the page. */
const closeDurationMs = 250;

/** The dialog's own announcer closes with it, so the page announces the result. */
const useAnnounceOnClose = ({ selector, picked }: SeatSelectionState): void => {
  const t = useText(seatStrings);
  const announce = useAnnounce();
  const announceLatest = useRef(() => {});
  useEffect(() => {
    announceLatest.current = () => {
      const names = picked.map(({ name }) => name).join(", ");
      announce(picked.length > 0 ? t("seats.chosen.page", { count: picked.length, names }) : t("seats.cleared"));
    };
  });
  const wasOpen = useRef(false);
  useEffect(() => {
    if (selector !== "closed") return void (wasOpen.current = true);
    if (!wasOpen.current) return;
    wasOpen.current = false;
    const timer = setTimeout(() => announceLatest.current(), closeDurationMs);
    return () => clearTimeout(timer);
  }, [selector]);
};
