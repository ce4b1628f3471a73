import { useMemo, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { layOutHall } from "@foyer/rules/seating/hall/layOutHall.ts";
import { readWrittenHall } from "@foyer/rules/seating/hall/readHall.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Tabs } from "@foyer/ui/layout/Tabs.tsx";
import type { Loose } from "../document.ts";
import { useChosenSeats } from "../seats/chosenSeats.ts";
import { FindSeats } from "../seats/FindSeats.tsx";
import { HallDrawing } from "../seats/HallDrawing.tsx";
import { ChosenForm } from "./ChosenForm.tsx";
import { HallRows } from "./HallRows.tsx";
import { hallUseQuery } from "./hallQueries.ts";
import { drawnSeats, rowSeats, seatWords, zonesOf } from "./hallSeats.ts";
import { Legend, SessionOfUse } from "./Legend.tsx";
import { RoomFields } from "./RoomFields.tsx";
import { RoomShapes } from "./RoomShapes.tsx";
import { SectionsPanel } from "./sections/SectionsPanel.tsx";
import { useRoom } from "./useRoom.ts";
import { useUndo } from "./useUndo.ts";
import { ZonesPanel } from "./ZonesPanel.tsx";
import css from "./Halls.module.css";

type HallEditorProps = {
  readonly slug: string;
  readonly hallKey: string;
  readonly document: Loose;
  readonly onEdit: (document: Loose) => void;
  readonly isReadOnly: boolean;
};

const tabs = [
  { value: "seats", label: "Seats" },
  { value: "zones", label: "Zones" },
  { value: "rows", label: "Rows" },
  { value: "room", label: "Room" },
] as const;
type Tab = (typeof tabs)[number]["value"];

/** The drawing of a hall, beside its seats as a list and the actions for the chosen ones. */
export function HallEditor({ slug, hallKey, document, onEdit, isReadOnly }: HallEditorProps) {
  const [tab, setTab] = useState<Tab>("seats");
  const [sessionId, setSessionId] = useState<string>();
  const { edit, undo } = useUndo(document, onEdit);
  const { data: use } = useQuery({ ...hallUseQuery(slug, hallKey, sessionId), placeholderData: keepPreviousData });
  const room = useRoom(document, edit, isReadOnly);
  const { shown } = room;
  const isRoom = tab === "room";
  const hall = useMemo(() => readWrittenHall(document), [document]);
  // A dragged shape is drawn at its current position; the seats do not move.
  const drawnHall = useMemo(() => (shown === document ? hall : readWrittenHall(shown)), [shown, document, hall]);
  const seats = useMemo(() => (hall ? layOutHall(hall) : []), [hall]);
  const inUse = useMemo(() => new Map(use?.seats.map(({ key, sessions }) => [key, sessions])), [use]);
  const zones = useMemo(() => zonesOf(seats), [seats]);
  const drawn = useMemo(() => drawnSeats(seats, zones, inUse), [seats, zones, inUse]);
  const byKey = useMemo(() => new Map(seats.map((seat) => [seat.key, seat])), [seats]);
  const chosen = useChosenSeats(useMemo(() => new Set(byKey.keys()), [byKey]));
  const there = useMemo(() => seats.filter(({ isRemoved }) => !isRemoved), [seats]);
  const listed = useMemo(() => rowSeats(seats, inUse), [seats, inUse]);

  const tipOf = (key: string) => {
    const seat = byKey.get(key);
    return (
      seat && (
        <>
          <strong className={css.tip}>{seat.name}</strong>
          {seatWords(seat, inUse.get(key) ?? 0).map((words) => (
            <span key={words} className={css.tip}>
              {words}
            </span>
          ))}
        </>
      )
    );
  };
  return (
    <div className={css.columns}>
      <div className={css.drawn}>
        {drawnHall ? (
          <HallDrawing
            hall={drawnHall}
            {...(isRoom && { room: room.drawing })}
            seats={drawn}
            chosen={chosen}
            isOpen={() => true}
            tip={tipOf}
            tools={
              <>
                {!isReadOnly && (
                  <Button size="small" disabled={!undo} onClick={() => undo?.()}>
                    Undo
                  </Button>
                )}
                <SessionOfUse use={use} value={sessionId} onChange={setSessionId} />
              </>
            }
          />
        ) : (
          <Banner>Enter a width, a height and a seat radius to see the hall.</Banner>
        )}
        <Legend seats={there} zones={zones} inUse={inUse} />
      </div>
      <div className={css.side}>
        {!isReadOnly && !isRoom && (
          <ChosenForm document={document} seats={seats} zones={zones} inUse={inUse} chosen={chosen} onEdit={edit} />
        )}
        <Tabs
          label="Parts of the hall"
          tabs={tabs}
          value={tab}
          onChange={(value) => setTab(tabs.find((one) => one.value === value)?.value ?? "seats")}
        >
          {tab === "seats" && (
            <div className={css.panel}>
              <FindSeats seats={there} onFind={(keys) => chosen.set(keys, true)} />
              <HallRows seats={listed} byKey={byKey} zones={zones} chosen={chosen} />
            </div>
          )}
          {tab === "zones" && (
            <ZonesPanel document={document} zones={zones} chosen={chosen} onEdit={edit} isReadOnly={isReadOnly} />
          )}
          {tab === "rows" && (
            <SectionsPanel document={document} chosen={chosen} onEdit={edit} isReadOnly={isReadOnly} />
          )}
          {isRoom && (
            <RoomFields document={document} onEdit={edit}>
              {hall && <RoomShapes document={document} size={hall} room={room} onEdit={edit} isReadOnly={isReadOnly} />}
            </RoomFields>
          )}
        </Tabs>
      </div>
    </div>
  );
}
