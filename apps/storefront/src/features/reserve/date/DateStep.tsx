import { useState, type Ref } from "react";
import { dateButtonDays, type PickerDay } from "@foyer/rules/reserve/pickerDays.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { ChoiceGroup } from "@foyer/ui/choice/ChoiceGroup.tsx";
import { calendarShape, Glyph } from "@foyer/ui/action/Glyph.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { lazyComponent } from "../../../shared/loading/lazyComponent.ts";
import { LoadAgain } from "../../../shared/loading/LoadAgain.tsx";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import css from "./DateStep.module.css";
import { TileBadges } from "./TileBadges.tsx";
import { PriceLines } from "./PriceLines.tsx";
import { stepErrorId, FormStep } from "../../../shared/form/FormStep.tsx";
import { useInitialText } from "../text/useInitialText.ts";
import { dateModalName } from "./dateModalName.ts";

const lazyDateModal = lazyComponent([], () => import("./DateModal.tsx"));

export type DateStepProps = {
  /** Undefined while the calendar is loading. */
  readonly days: readonly PickerDay[] | undefined;
  /** The time zone of the days. */
  readonly timezone: string;
  readonly day: string | undefined;
  readonly mode: "date" | "flexible";
  readonly hasFlexible: boolean;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly error: string | undefined;
  /** What follows the date could not be loaded; loads it again. */
  readonly loadRest?: (() => Promise<unknown>) | undefined;
  readonly messages: readonly string[];
  readonly onChoose: (day: string) => void;
  readonly onFlexible: () => void;
  readonly onReopen: () => void;
};

export function DateStep({
  days,
  timezone,
  day,
  mode,
  hasFlexible,
  headingRef,
  error,
  loadRest,
  messages,
  onChoose,
  onFlexible,
  onReopen,
}: DateStepProps) {
  const t = useInitialText();
  const when = useDateFormats();
  const modal = useModal(dateModalName);
  /** Undefined until the dialog is asked for. */
  const [hasModalFailed, setModalFailed] = useState<boolean>();
  const loadedModal = lazyDateModal.useLoadedWhen(hasModalFailed !== undefined);

  const isAnswered = day !== undefined || mode === "flexible";
  const openDays = days?.filter((one) => one.enabled) ?? [];
  const hasSingleOption = mode === "flexible" ? openDays.length === 0 : openDays.length < 2 && !hasFlexible;
  const buttons = days ? dateButtonDays(days) : [];
  const hasMoreDays = openDays.length > buttons.filter((one) => one.enabled).length;
  const openModal = (): Promise<unknown> => {
    const loading = lazyDateModal.load();
    setModalFailed((hasFailed) => hasFailed ?? false);
    modal.open();
    loading.then(
      () => setModalFailed(false),
      () => {
        modal.close();
        setModalFailed(true);
      },
    );
    return loading;
  };
  const loadAgain = hasModalFailed && !isAnswered ? openModal : loadRest;
  const shownError = loadAgain ? <LoadAgain load={loadAgain} /> : error;

  return (
    <>
      <FormStep
        name="date"
        heading={isAnswered ? t("reserve.date") : t("reserve.date.choose")}
        headingRef={headingRef}
        chosen={isAnswered ? (day === undefined ? t("reserve.date.any") : when.date(day)) : undefined}
        onChange={hasSingleOption ? undefined : onReopen}
        change={t("reserve.change")}
        changeLabel={t("reserve.date.change")}
        error={shownError}
        messages={messages}
      >
        {days ? (
          <ChoiceGroup
            kind="date"
            label={t("reserve.date.choose")}
            value={day}
            onChoose={onChoose}
            invalid={error !== undefined}
            describedBy={shownError === undefined ? undefined : stepErrorId("date")}
            options={buttons.map((one) => ({
              value: one.date,
              spoken: when.longDate(one.date),
              above: when.weekday(one.date),
              label: Number(one.date.slice(8)),
              below: when.month(one.date),
              disabledReason: one.unavailableReason,
              detail: one.prices.length > 0 && <PriceLines prices={one.prices} />,
              badge: <TileBadges texts={one.badges} />,
            }))}
          />
        ) : (
          <Skeleton shape="tile" count={8} />
        )}
        {(hasMoreDays || hasFlexible) && (
          <div className={css.actions}>
            {hasMoreDays && (
              <Button
                icon={<Glyph>{calendarShape}</Glyph>}
                onPointerEnter={preloadModal}
                onFocus={preloadModal}
                onClick={() => void openModal()}
              >
                {t("reserve.date.more")}
              </Button>
            )}
            {hasFlexible && <Button onClick={onFlexible}>{t("reserve.date.flexible")}</Button>}
          </div>
        )}
      </FormStep>
      {loadedModal && days && <loadedModal.DateModal days={days} timezone={timezone} day={day} onChoose={onChoose} />}
    </>
  );
}

/** A failure is reported when the dialog is opened. */
const preloadModal = () => void lazyDateModal.load();
