import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { GroupChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import { seatedChoices, missingSeats, requiredSeats, assignSeats } from "@foyer/rules/seating/assignSeats.ts";
import type { PickedSeat } from "@foyer/rules/seating/selectSeat.ts";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { Refused } from "../../../api/call.ts";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";
import { useReserveText } from "../text/useReserveText.ts";
import {
  type SeatSelectionOptions,
  type SeatSelectionState,
  seatsModalName,
  type SeatNotice,
} from "./seatSelection.ts";
import { lazySeatSummary } from "./lazySeatSummary.ts";

/** The dialog opens before the map is drawn. */
const openDelayMs = 50;

const noSeats: readonly PickedSeat[] = [];

const noChoices: readonly GroupChoice[] = [];

/**
 * The seats of a reservation. They belong to one session and one selection of tickets with seats: a change of either
 * drops them.
 */
export const useSeatSelection = ({
  eventLink,
  session,
  choices = noChoices,
  isSuggested = false,
}: SeatSelectionOptions): SeatSelectionState => {
  const client = useQueryClient();
  const t = useReserveText();
  const wanted = requiredSeats(choices);
  const key = JSON.stringify([
    session?.id,
    seatedChoices(choices).flatMap(({ types }) => types.map((one) => [one.type.id, one.quantity])),
  ]);
  const [held, setHeld] = useState<HeldSeats>({ key, picked: noSeats, notice: undefined });
  const isChanged = held.key !== key;
  const { picked, notice }: HeldSeats = isChanged
    ? { key, picked: noSeats, notice: held.picked.length > 0 ? { kind: "changed" } : undefined }
    : held;
  // Derived while rendering, so that no request contains seats of another selection.
  if (isChanged) setHeld({ key, picked, notice });

  const selector = useSelector(() => setHeld({ key, picked: noSeats, notice: undefined }));
  const hasSeats = seatedChoices(choices).length > 0;
  useEffect(() => {
    if (hasSeats) void lazySeatSummary.load().catch(() => undefined);
  }, [hasSeats]);

  const missing = missingSeats(choices, picked);
  const shared = assignSeats(choices, picked);
  const dropSeats: SeatSelectionState["dropSeats"] = (kept, lost) =>
    setHeld({ key, picked: kept, notice: { kind: "lost", names: lost.map(({ name }) => name), kept: kept.length } });
  return {
    eventLink,
    session,
    choices,
    isNeeded: session !== undefined && Object.keys(wanted).length > 0,
    ...selector,
    picked,
    isSuggested,
    seatsByType: shared,
    notice,
    missing: missing && {
      step: missing.kind === "type" ? "tickets" : "seats",
      text:
        missing.kind === "find"
          ? t("reserve.missing.seats")
          : t(`reserve.missing.seats.${missing.kind}`, { ...missing }),
    },
    pick: (seats) => setHeld({ key, picked: seats, notice: undefined }),
    dropSeats,
    seat_template_ids: Object.fromEntries(
      Object.entries(shared).map(([type, seats]) => [type, seats.map((seat) => seat.seat_template_id)]),
    ),
    handleRefusal: async (error) => {
      if (!(error instanceof Refused) || !isAboutSeats(error) || !session || picked.length === 0) return false;
      const { refreshSeats } = await loadChunk(() => import("./refreshSeats.ts"));
      const { kept, lost } = await refreshSeats({ client, at: eventLink, session, picked, refused: error });
      dropSeats(kept, lost);
      return lost.length > 0;
    },
  };
};

type HeldSeats = {
  readonly key: string;
  readonly picked: readonly PickedSeat[];
  readonly notice: SeatNotice | undefined;
};

const isAboutSeats = ({ code, context }: Refused): boolean => code.startsWith("seat_") || context === "seating";

/** The state of the dialog. Closing it without confirming drops the seats. */
const useSelector = (onLeave: () => void): Pick<SeatSelectionState, "selector" | "open" | "confirm"> => {
  const { isOpen, open, close } = useModal(seatsModalName);
  const [isDrawn, setDrawn] = useState(false);
  const hasChosen = useRef(false);
  const latestOnLeave = useRef(onLeave);
  useEffect(() => void (latestOnLeave.current = onLeave));

  useEffect(() => {
    if (!isOpen) return;
    hasChosen.current = false;
    const timer = setTimeout(() => setDrawn(true), openDelayMs);
    return () => {
      clearTimeout(timer);
      setDrawn(false);
      if (!hasChosen.current) latestOnLeave.current();
    };
  }, [isOpen]);

  return {
    selector: !isOpen ? "closed" : isDrawn ? "open" : "rendering",
    open,
    confirm: () => {
      hasChosen.current = true;
      close();
    },
  };
};
