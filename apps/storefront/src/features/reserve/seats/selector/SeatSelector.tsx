import { useMemo, useState } from "react";
import type { Seat, SeatMap as Plan } from "@foyer/contract/shop/seating.ts";
import { seatColors } from "@foyer/rules/seating/seatColors.ts";
import { selectableSeatState } from "@foyer/rules/seating/selectSeat.ts";
import { rowLabels, sectionLabels } from "@foyer/ui/seats/hallLabels.ts";
import { SeatMapView } from "@foyer/ui/seats/SeatMap.tsx";
import { Tabs } from "@foyer/ui/layout/Tabs.tsx";
import { useSeller, useText } from "../../../../shared/seller/seller.tsx";
import { SeatSidebar } from "./SeatSidebar.tsx";
import { SeatList } from "./SeatList.tsx";
import { seatLayers } from "./seatLayers.ts";
import { startBox } from "./seatPlaces.ts";
import { seatStrings } from "../seats.strings.ts";
import css from "./SeatSelector.module.css";
import { useSeatPicker } from "../useSeatPicker.ts";
import { useSeatLabels, type SeatLabels } from "./useSeatLabels.ts";
import type { SeatSelectionState } from "../seatSelection.ts";

export type SeatSelectorProps = {
  readonly seats: SeatSelectionState;
  readonly map: Plan;
  readonly list: readonly Seat[];
};

/** The seats as a map or as a list, with the chosen ones beside it. Both offer the same functions. */
export function SeatSelector({ seats, map, list }: SeatSelectorProps) {
  const t = useText(seatStrings);
  const { theme } = useSeller();
  const [view, setView] = useState<"map" | "list">("map");
  const picker = useSeatPicker(seats, { map, list });
  const labels = useSeatLabels(seats.choices);
  // Compared by value, so that the map is redrawn when colours change, not at every press.
  const groupsKey = JSON.stringify(labels.groups.map(({ group }) => ({ id: group.id, color: group.color })));
  const colors = useMemo(
    () => seatColors(JSON.parse(groupsKey) as { id: string; color: string | null }[], theme),
    [groupsKey, theme],
  );
  const wantedKey = Object.keys(picker.wanted).join();
  const layers = useMemo(() => seatLayers(list, colors, new Set(wantedKey.split(","))), [list, colors, wantedKey]);
  const rows = useMemo(() => rowLabels(list), [list]);
  const sections = useMemo(() => sectionLabels(list), [list]);
  const shapes = useMemo(() => [...map.map_geometry, ...map.other_elements], [map]);
  const nameOf = (id: string): string => {
    const seat = picker.hall.get(id);
    const selection = { wanted: picker.wanted, picked: seats.picked };
    return seat ? labels.spoken(seat, selectableSeatState(seat, selection)) : "";
  };

  return (
    <div className={css.selector}>
      <div className={css.hall}>
        <Tabs
          label={t("seats.ways")}
          tabs={[
            { value: "map", label: t("seats.map") },
            { value: "list", label: t("seats.list") },
          ]}
          value={view}
          onChange={(value) => setView(value === "list" ? "list" : "map")}
        >
          {view === "map" ? (
            <>
              <p id="seats-hint" hidden>
                {t("seats.map.hint")}
              </p>
              <SeatMapView
                label={t("seats.map.label", { name: map.name })}
                describedBy="seats-hint"
                width={map.width}
                height={map.height}
                shapes={shapes}
                layers={layers}
                rows={rows}
                sections={sections}
                start={() => startBox(list, new Set(wantedKey.split(",")), picker.chosen)}
                chosen={picker.chosen}
                onPick={picker.toggle}
                tip={(id) => <SeatTooltip seat={picker.hall.get(id)} labels={labels} />}
                nameOf={nameOf}
                labels={{ closer: t("seats.closer"), further: t("seats.further"), all: t("seats.all") }}
              />
            </>
          ) : (
            <SeatList picker={picker} picked={seats.picked} labels={labels} colors={colors} />
          )}
        </Tabs>
        {picker.message && <p className={css.message}>{picker.message}</p>}
      </div>
      <SeatSidebar seats={seats} picker={picker} labels={labels} colors={colors} />
    </div>
  );
}

function SeatTooltip({ seat, labels }: { readonly seat: Seat | undefined; readonly labels: SeatLabels }) {
  if (!seat) return null;
  const note = labels.noteOf(seat);
  return (
    <>
      <strong className={css.tip}>{seat.name}</strong>
      <span className={css.tip}>{labels.priceOf(seat)}</span>
      {note !== null && <em className={css.tip}>{note}</em>}
    </>
  );
}
