import { useEffect, useMemo, useRef } from "react";
import { seatedChoices } from "@foyer/rules/seating/assignSeats.ts";
import type { SeatColor } from "@foyer/rules/seating/seatColors.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { SeatSign } from "@foyer/ui/seats/SeatSign.tsx";
import { useText } from "../../../../shared/seller/seller.tsx";
import { BestSeats } from "./BestSeats.tsx";
import css from "./SeatSidebar.module.css";
import { cssColor } from "./seatLayers.ts";
import { seatStrings } from "../seats.strings.ts";
import { Swatch } from "./Swatch.tsx";
import type { SeatPicker } from "../useSeatPicker.ts";
import type { SeatSelectionState } from "../seatSelection.ts";
import type { SeatLabels } from "./useSeatLabels.ts";
import { useTilePrice } from "../../../../shared/format/useTilePrice.ts";

export type SeatSidebarProps = {
  readonly seats: SeatSelectionState;
  readonly picker: SeatPicker;
  readonly labels: SeatLabels;
  readonly colors: Readonly<Record<string, SeatColor>>;
};

/** The legend, the best available seats, and the chosen seats, which are below the map. */
export function SeatSidebar({ seats, picker, labels, colors }: SeatSidebarProps) {
  return (
    <div className={css.aside}>
      <SeatLegend picker={picker} labels={labels} colors={colors} />
      <BestSeats picker={picker} labels={labels} />
      <ChosenSeats seats={seats} picker={picker} />
    </div>
  );
}

const signs = ["wheelchair", "companion", "restricted_view"] as const;

function SeatLegend({ picker, labels, colors }: Pick<SeatSidebarProps, "picker" | "labels" | "colors">) {
  const t = useText(seatStrings);
  const { hall } = picker;
  const kinds = useMemo(() => new Set([...hall.values()].map(({ kind }) => kind)), [hall]);
  return (
    <section className={css.key} aria-label={t("seats.legend")}>
      <ul role="list" className={css.legend}>
        {labels.groups.map(({ group }) => (
          <li key={group.id} data-quiet={picker.wanted[group.id] === undefined || undefined}>
            <Swatch mark={picker.wanted[group.id] === undefined ? "out" : "free"} color={cssColor(colors[group.id])} />
            <span className={css.label}>
              <span>{group.name}</span> <span className={css.price}>{labels.groupPrice(group.id)}</span>
            </span>
          </li>
        ))}
        <li>
          <Swatch mark="mine" />
          <span>{t("seats.mine")}</span>
        </li>
        <li>
          <Swatch mark="taken" />
          <span>{t("seats.taken")}</span>
        </li>
        {signs
          .filter((kind) => kinds.has(kind))
          .map((kind) => (
            <li key={kind}>
              <SeatSign kind={kind} />
              <span>{t(`seats.kind.${kind}`)}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** Moves the focus to the heading when seats are given up, because the pressed button disappears with them. */
const useFocusWhenFewer = (count: number) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) heading.current?.focus();
    before.current = count;
  }, [count]);
  return heading;
};

/** One line per seat. */
function ChosenSeats({ seats, picker }: Pick<SeatSidebarProps, "seats" | "picker">) {
  const t = useText(seatStrings);
  const price = useTilePrice();
  const chosenSeats = seatedChoices(seats.choices).flatMap(({ types }) =>
    types.flatMap(({ type }) => (seats.seatsByType[type.id] ?? []).map((seat) => ({ seat, type }))),
  );
  const heading = useFocusWhenFewer(chosenSeats.length);
  return (
    <section className={css.selection} aria-labelledby="seats-mine">
      <div className={css.head}>
        <h3 id="seats-mine" className={css.title} ref={heading} tabIndex={-1}>
          {t("seats.mine.title")}
        </h3>
        {chosenSeats.length > 0 && (
          <Button kind="text" onClick={picker.clear}>
            {t("seats.clear")}
          </Button>
        )}
      </div>
      {chosenSeats.length === 0 ? (
        <p className={css.none}>{t("seats.mine.none")}</p>
      ) : (
        <ul role="list" className={css.seats}>
          {chosenSeats.map(({ seat, type }) => (
            <li key={seat.seat_template_id}>
              <span className={css.name}>{seat.name}</span>
              <span className={css.type}>{type.name}</span>
              <span>{price(type.discounted_amount)}</span>
              <Button
                kind="text"
                aria-label={t("seats.remove", { name: seat.name })}
                onClick={() => picker.toggle(seat.seat_template_id)}
              >
                {t("seats.remove.short")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
