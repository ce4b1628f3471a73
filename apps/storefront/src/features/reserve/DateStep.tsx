import { lazy, Suspense, useState, type Ref } from "react";
import { firstDays, type PickerDay } from "@foyer/rules/calendarDays.ts";
import { Button } from "@foyer/ui/Button.tsx";
import { ChoiceGroup } from "@foyer/ui/Choice.tsx";
import { calendarShape, Glyph } from "@foyer/ui/Glyph.tsx";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { loadChunk } from "../../shared/loadChunk.ts";
import { useWhen } from "../../shared/when.ts";
import css from "./DateStep.module.css";
import { Lines } from "./Lines.tsx";
import { errorOf, Step } from "./Step.tsx";
import { useStartText } from "./startWords.ts";

const loadModal = () => loadChunk(() => import("./DateModal.tsx"));
const DateModal = lazy(() => loadModal().then((file) => ({ default: file.DateModal })));
export const dateModalName = "choose-date";

export type DateStepProps = {
  /** Undefined while the calendar is on its way. */
  readonly days: readonly PickerDay[] | undefined;
  readonly day: string | undefined;
  readonly mode: "date" | "flexible";
  readonly hasFlexible: boolean;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly error: string | undefined;
  readonly messages: readonly string[];
  readonly onChoose: (day: string) => void;
  readonly onFlexible: () => void;
  readonly onReopen: () => void;
};

export function DateStep({
  days,
  day,
  mode,
  hasFlexible,
  headingRef,
  error,
  messages,
  onChoose,
  onFlexible,
  onReopen,
}: DateStepProps) {
  const t = useStartText();
  const when = useWhen();
  const modal = useModal(dateModalName);
  const [wasAsked, setAsked] = useState(false);

  const isAnswered = day !== undefined || mode === "flexible";
  const open = days?.filter((one) => one.enabled) ?? [];
  const isOnlyWay = mode === "flexible" ? open.length === 0 : open.length < 2 && !hasFlexible;
  const buttons = days ? firstDays(days) : [];
  const askModal = () => {
    setAsked(true);
    modal.open();
  };

  return (
    <>
      <Step
        name="date"
        heading={isAnswered ? t("reserve.date") : t("reserve.date.choose")}
        headingRef={headingRef}
        chosen={isAnswered ? (day === undefined ? t("reserve.date.any") : when.date(day)) : undefined}
        onChange={isOnlyWay ? undefined : onReopen}
        change={t("reserve.change")}
        changeLabel={t("reserve.date.change")}
        error={error}
        messages={messages}
      >
        {days ? (
          <ChoiceGroup
            kind="date"
            label={t("reserve.date.choose")}
            value={day}
            onChoose={onChoose}
            invalid={error !== undefined}
            describedBy={error === undefined ? undefined : errorOf("date")}
            options={buttons.map((one) => ({
              value: one.date,
              spoken: when.longDate(one.date),
              above: when.weekday(one.date),
              label: Number(one.date.slice(8)),
              below: when.month(one.date),
              refused: one.refused,
              detail: one.prices.length > 0 && <Lines of={one.prices} />,
              badge: one.badges.map((badge) => (
                <span key={badge} className={css.badge}>
                  {badge}
                </span>
              )),
            }))}
          />
        ) : (
          <Skeleton shape="tile" count={8} />
        )}
        {(open.length > buttons.filter((one) => one.enabled).length || hasFlexible) && (
          <div className={css.ways}>
            {open.length > buttons.filter((one) => one.enabled).length && (
              <Button
                icon={<Glyph>{calendarShape}</Glyph>}
                onPointerEnter={preload}
                onFocus={preload}
                onClick={askModal}
              >
                {t("reserve.date.more")}
              </Button>
            )}
            {hasFlexible && <Button onClick={onFlexible}>{t("reserve.date.flexible")}</Button>}
          </div>
        )}
      </Step>
      {wasAsked && days && (
        <Suspense>
          <DateModal days={days} day={day} onChoose={onChoose} />
        </Suspense>
      )}
    </>
  );
}

const preload = () => void loadModal().catch(() => undefined);
