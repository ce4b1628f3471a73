import { useMemo, useState } from "react";
import { groupsOfSeat } from "@foyer/rules/seating/selectSeat.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { useText } from "../../../../shared/seller/seller.tsx";
import css from "./BestSeats.module.css";
import { seatStrings } from "../seats.strings.ts";
import type { SeatPicker } from "../useSeatPicker.ts";
import type { SeatLabels } from "./useSeatLabels.ts";

export type BestSeatsProps = { readonly picker: SeatPicker; readonly labels: SeatLabels };

/** Chooses the best available seats: of a chosen price or of all, and with a wheelchair space if requested. */
export function BestSeats({ picker, labels }: BestSeatsProps) {
  const t = useText(seatStrings);
  const [price, setPrice] = useState("");
  const [wheelchair, setWheelchair] = useState(false);
  const wanted = labels.groups.filter(({ group }) => group.id in picker.wanted);
  const group = wanted.some((choice) => choice.group.id === price) ? price : undefined;
  const { hall } = picker;
  const spaces = useMemo(() => [...hall.values()].filter(({ kind }) => kind === "wheelchair"), [hall]);
  const hasSpaces = spaces.some((seat) => groupsOfSeat(seat).some((id) => id in picker.wanted));
  return (
    <section className={css.best} aria-label={t("seats.best")}>
      {wanted.length > 1 && (
        <Select
          aria-label={t("seats.best.price")}
          value={group ?? ""}
          onChange={(event) => setPrice(event.currentTarget.value)}
          options={[
            { value: "", label: t("seats.best.price.all") },
            ...wanted.map((choice) => ({
              value: choice.group.id,
              label: t("seats.best.price.one", { group: choice.group.name, price: labels.groupPrice(choice.group.id) }),
            })),
          ]}
        />
      )}
      {hasSpaces && (
        <Checkbox
          label={t("seats.best.wheelchair")}
          checked={wheelchair}
          onChange={(event) => setWheelchair(event.currentTarget.checked)}
        />
      )}
      <Button size="small" onClick={() => picker.takeBest({ group, wheelchair: wheelchair && hasSpaces })}>
        {t("seats.best")}
      </Button>
    </section>
  );
}
