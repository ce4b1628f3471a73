import { seatedChoices } from "@foyer/rules/seating/assignSeats.ts";
import type { SeatColor } from "@foyer/rules/seating/seatColors.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { IconButton } from "@foyer/ui/action/IconButton.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import css from "./SeatSidebar.module.css";
import { cssColor } from "./seatLayers.ts";
import { seatStrings } from "./seats.strings.ts";
import type { SeatPicker } from "./useSeatPicker.ts";
import type { SeatSelectionState } from "./seatSelection.ts";
import type { SeatLabels } from "./useSeatLabels.ts";
import { useTilePrice } from "../../../shared/format/useTilePrice.ts";

export type SeatSidebarProps = {
  readonly seats: SeatSelectionState;
  readonly picker: SeatPicker;
  readonly labels: SeatLabels;
  readonly colors: Readonly<Record<string, SeatColor>>;
};

/** The legend, and the chosen seats. */
export function SeatSidebar({ seats, picker, labels, colors }: SeatSidebarProps) {
  const t = useText(seatStrings);
  const price = useTilePrice();
  const chosenSeats = seatedChoices(seats.choices).flatMap(({ types }) =>
    types.flatMap(({ type }) => (seats.seatsByType[type.id] ?? []).map((seat) => ({ seat, type }))),
  );
  return (
    <div className={css.aside}>
      <section aria-label={t("seats.legend")}>
        <ul role="list" className={css.legend}>
          {labels.groups.map(({ group }) => (
            <li key={group.id} data-quiet={picker.wanted[group.id] === undefined || undefined}>
              <Swatch
                mark={picker.wanted[group.id] === undefined ? "out" : "free"}
                color={cssColor(colors[group.id])}
              />
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
        </ul>
      </section>
      <section className={css.selection} aria-labelledby="seats-mine">
        <div className={css.head}>
          <h3 id="seats-mine" className={css.title}>
            {t("seats.mine.title")}
          </h3>
          {chosenSeats.length > 0 && (
            <Button kind="text" onClick={picker.clear}>
              {t("seats.clear")}
            </Button>
          )}
          <Button size="small" onClick={picker.takeBest}>
            {t("seats.best")}
          </Button>
        </div>
        {chosenSeats.length === 0 ? (
          <p className={css.none}>{t("seats.mine.none")}</p>
        ) : (
          <ul role="list" className={css.seats}>
            {chosenSeats.map(({ seat, type }) => (
              <li key={seat.seat_template_id}>
                <span className={css.name}>{seat.name}</span>
                <span className={css.type}>
                  {t("seats.mine.type", { type: type.name, price: price(type.discounted_amount) })}
                </span>
                <IconButton
                  icon="close"
                  label={t("seats.remove", { name: seat.name })}
                  onClick={() => picker.toggle(seat.seat_template_id)}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

/** The marks of the map, different in shape and not only in colour. */
export function Swatch({ mark, color }: { readonly mark: "free" | "out" | "taken" | "mine"; readonly color?: string }) {
  return (
    <svg className={css.swatch} data-mark={mark} viewBox="-12 -12 24 24" aria-hidden focusable="false">
      {mark === "free" && <circle r="9" fill={color} />}
      {mark === "out" && <circle r="7.5" fill="none" stroke={color} strokeWidth="3" />}
      {mark === "taken" && <circle r="4" />}
      {mark === "mine" && (
        <>
          <circle r="11" />
          <path d="m-4.5 .5 3.2 3.2 5.8-6.6" />
        </>
      )}
    </svg>
  );
}
