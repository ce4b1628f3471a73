import { memo, useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import type { Seat } from "@foyer/contract/shop/seating.ts";
import type { SeatColor } from "@foyer/rules/seating/seatColors.ts";
import {
  groupsOfSeat,
  selectableSeatState,
  type PickedSeat,
  type SelectableSeatState,
} from "@foyer/rules/seating/selectSeat.ts";
import type { SeatSignKind } from "@foyer/ui/seats/seatGlyphs.ts";
import { SeatSign } from "@foyer/ui/seats/SeatSign.tsx";
import { Disclosure } from "@foyer/ui/layout/Disclosure.tsx";
import { useText } from "../../../../shared/seller/seller.tsx";
import { Swatch } from "./Swatch.tsx";
import { cssColor } from "./seatLayers.ts";
import css from "./SeatList.module.css";
import { sectionsOf, stepInSection, type SeatSection } from "./seatSections.ts";
import { seatStrings } from "../seats.strings.ts";
import type { SeatPicker } from "../useSeatPicker.ts";
import type { SeatLabels } from "./useSeatLabels.ts";

export type SeatListProps = {
  readonly picker: SeatPicker;
  readonly picked: readonly PickedSeat[];
  readonly labels: SeatLabels;
  readonly colors: Readonly<Record<string, SeatColor>>;
};

/** The seat map as text, section by section and row by row, for use without sight or a mouse. */
export function SeatList({ picker, picked, labels, colors }: SeatListProps) {
  const t = useText(seatStrings);
  const { hall, wanted } = picker;
  const { noteOf } = labels;
  const sections = useMemo(() => sectionsOf(hall, noteOf), [hall, noteOf]);
  const stateOf = (seat: Seat): SelectableSeatState => selectableSeatState(seat, { wanted, picked });
  const isFree = (seat: Seat): boolean => seat.state === "available" && groupsOfSeat(seat).some((id) => id in wanted);
  const isForOthers = (seat: Seat): boolean => seat.state === "available" && !isFree(seat);
  const [open, setOpen] = useState(
    () =>
      (
        sections.find(({ seats }) => seats.some((seat) => picker.chosen.has(seat.seat_template_id))) ??
        sections.find(({ seats }) => seats.some(isFree)) ??
        sections[0]
      )?.name,
  );

  return (
    <div className={css.list}>
      <p className={css.hint}>{t("seats.list.hint")}</p>
      {sections.map((section) => (
        <Disclosure
          key={section.name}
          open={section.name === open}
          onToggle={(isOpen) => setOpen((was) => (isOpen ? section.name : was === section.name ? undefined : was))}
          summary={
            <span className={css.summary}>
              <span className={css.section}>{section.name}</span>
              <span className={css.count}>
                {t("seats.section", { count: section.seats.filter(({ state }) => state === "available").length })}
              </span>
              <SectionPrices section={section} labels={labels} colors={colors} wanted={picker.wanted} />
            </span>
          }
        >
          {section.name === open && !section.seats.some(isFree) && section.seats.some(isForOthers) && (
            <p className={css.others}>{t("seats.section.others")}</p>
          )}
          {section.name === open && (
            <SeatSectionRows section={section} stateOf={stateOf} labels={labels} onPick={picker.toggle} />
          )}
        </Disclosure>
      ))}
    </div>
  );
}

function SectionPrices({
  section,
  labels,
  colors,
  wanted,
}: Pick<SeatListProps, "labels" | "colors"> & {
  readonly section: SeatSection;
  readonly wanted: SeatPicker["wanted"];
}) {
  const sold = new Set(section.seats.flatMap(groupsOfSeat));
  return labels.groups
    .filter(({ group }) => sold.has(group.id))
    .map(({ group }) => (
      <span key={group.id} className={css.group}>
        <Swatch mark={group.id in wanted ? "free" : "out"} color={cssColor(colors[group.id])} />{" "}
        {labels.groupPrice(group.id)}
      </span>
    ));
}

type SeatSectionRowsProps = {
  readonly section: SeatSection;
  readonly stateOf: (seat: Seat) => SelectableSeatState;
  readonly labels: SeatLabels;
  readonly onPick: (id: string) => void;
};

function SeatSectionRows({ section, stateOf, labels, onPick }: SeatSectionRowsProps) {
  const t = useText(seatStrings);
  const [focused, setFocused] = useState<string>();
  const first = section.seats.find((seat) => ["available", "selected"].includes(stateOf(seat))) ?? section.seats[0];
  const stop = focused ?? first?.seat_template_id;
  // A stable function, so that a press renders only the seats that changed.
  const latest = useRef(onPick);
  useEffect(() => void (latest.current = onPick));
  const pick = useCallback((id: string) => latest.current(id), []);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = stop === undefined ? undefined : stepInSection(section, stop, event.key);
    if (to === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-seat="${CSS.escape(to)}"]`)?.focus();
  };
  return (
    <div className={css.rows} role="group" aria-label={section.name} onKeyDown={onKeyDown}>
      {section.rows.map((row) => (
        <div key={row.name} role="group" aria-label={t("seats.row", { row: row.name })} className={css.row}>
          <span className={css.rowLabel} aria-hidden>
            {row.name}
          </span>
          <div className={css.seats}>
            {row.seats.map((seat) => {
              const state = stateOf(seat);
              return (
                <SeatButton
                  key={seat.seat_template_id}
                  id={seat.seat_template_id}
                  label={seat.label}
                  state={state}
                  hasNote={labels.noteOf(seat) !== null}
                  sign={seat.kind ?? undefined}
                  spoken={labels.spoken(seat, state)}
                  isStop={seat.seat_template_id === stop}
                  onFocus={setFocused}
                  onPick={pick}
                />
              );
            })}
          </div>
          {row.notes.length > 0 && (
            <p className={css.notes}>
              {row.notes.map(({ labels, note }) => t("seats.note", { label: labels.join(", "), note })).join(" · ")}
            </p>
          )}
        </div>
      ))}
    </div>
  );
}

type SeatButtonProps = {
  readonly id: string;
  readonly label: string;
  readonly state: SelectableSeatState;
  readonly hasNote: boolean;
  readonly sign: SeatSignKind | undefined;
  readonly spoken: string;
  readonly isStop: boolean;
  readonly onFocus: (id: string) => void;
  readonly onPick: (id: string) => void;
};

/**
 * Taken seats can be focused too, because otherwise a screen reader would skip gaps in a row; pressing one says why it
 * cannot be chosen.
 */
const SeatButton = memo(function SeatButton({
  id,
  label,
  state,
  hasNote,
  sign,
  spoken,
  isStop,
  onFocus,
  onPick,
}: SeatButtonProps) {
  return (
    <button
      type="button"
      className={css.seat}
      data-seat={id}
      data-state={state}
      data-has-note={hasNote || undefined}
      aria-label={spoken}
      aria-pressed={state === "selected"}
      aria-disabled={state === "booked" || state === "unavailable" || undefined}
      tabIndex={isStop ? 0 : -1}
      onFocus={() => onFocus(id)}
      onClick={() => onPick(id)}
    >
      {sign && <SeatSign kind={sign} />}
      {label}
    </button>
  );
});
