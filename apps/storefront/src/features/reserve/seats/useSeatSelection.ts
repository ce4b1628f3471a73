import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import type { GroupChoice } from "@foyer/rules/reserve/ticketChoices.ts";
import {
  seatedChoices,
  missingSeats,
  requiredSeats,
  assignSeats,
  type AssignedSeats,
} from "@foyer/rules/seating/assignSeats.ts";
import type { PickedSeat } from "@foyer/rules/seating/selectSeat.ts";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { Refused } from "../../../api/call.ts";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";
import type { EventLink } from "../queries/eventKeys.ts";
import { useReserveText } from "../text/useReserveText.ts";

export const seatsModalName = "choose-seats";
/** The dialog stands before the hall is drawn (specification, document 2 §9). */
const openDelayMs = 50;

const noSeats: readonly PickedSeat[] = [];
export const loadSeatSummary = () => loadChunk(() => import("./SeatSummary.tsx"));

/** Why seats that were chosen are not chosen any more. */
export type SeatNotice =
  | { readonly kind: "changed" }
  | { readonly kind: "gone"; readonly names: readonly string[]; readonly kept: number };

export type SeatSelectionState = {
  readonly eventLink: EventLink;
  readonly session: EventSession | undefined;
  readonly choices: readonly GroupChoice[];
  /** A group with seats has tickets chosen. */
  readonly isNeeded: boolean;
  readonly selector: "closed" | "rendering" | "open";
  readonly picked: readonly PickedSeat[];
  /** The picked seats by ticket type. */
  readonly seatsByType: AssignedSeats;
  readonly notice: SeatNotice | undefined;
  /** What a reservation still lacks, in words. `step` says where: without any ticket it is the tickets that are missing. */
  readonly missing: { readonly step: "tickets" | "seats"; readonly text: string } | undefined;
  readonly open: () => void;
  /** Takes the seats and closes the selector; every other way out of it leaves without any. */
  readonly confirm: () => void;
  readonly pick: (picked: readonly PickedSeat[]) => void;
  readonly dropSeats: (kept: readonly PickedSeat[], gone: readonly PickedSeat[]) => void;
  /** What a request says of them, by ticket type. */
  readonly seat_template_ids: Readonly<Record<string, readonly string[]>>;
  /** Looks at the hall anew where a refusal is about a seat. False: it is about something else. */
  readonly refused: (error: unknown) => Promise<boolean>;
};

export type SeatSelectionOptions = {
  readonly eventLink: EventLink;
  readonly session: EventSession | undefined;
  readonly choices: readonly GroupChoice[] | undefined;
};

const noChoices: readonly GroupChoice[] = [];

/** The seats of a reservation. They belong to one session and to the tickets chosen: when either changes they are gone. */
export const useSeatSelection = ({
  eventLink,
  session,
  choices = noChoices,
}: SeatSelectionOptions): SeatSelectionState => {
  const client = useQueryClient();
  const t = useReserveText();
  const wanted = requiredSeats(choices);
  const key = JSON.stringify([
    session?.id,
    choices.flatMap(({ types }) => types.map((one) => [one.type.id, one.quantity])),
  ]);
  const [held, setHeld] = useState<HeldSeats>({ key, picked: noSeats, notice: undefined });
  const isChanged = held.key !== key;
  const { picked, notice }: HeldSeats = isChanged
    ? { key, picked: noSeats, notice: held.picked.length > 0 ? { kind: "changed" } : undefined }
    : held;
  // Derived while rendering: no request is ever made with the seats of other tickets.
  if (isChanged) setHeld({ key, picked, notice });

  const selector = useSelector(() => setHeld({ key, picked: noSeats, notice: undefined }));
  const hasSeats = seatedChoices(choices).length > 0;
  useEffect(() => {
    if (hasSeats) void loadSeatSummary().catch(() => undefined);
  }, [hasSeats]);

  const missing = missingSeats(choices, picked);
  const shared = assignSeats(choices, picked);
  const dropSeats: SeatSelectionState["dropSeats"] = (kept, gone) =>
    setHeld({ key, picked: kept, notice: { kind: "gone", names: gone.map(({ name }) => name), kept: kept.length } });
  return {
    eventLink,
    session,
    choices,
    isNeeded: session !== undefined && Object.keys(wanted).length > 0,
    ...selector,
    picked,
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
    refused: async (error) => {
      if (!(error instanceof Refused) || !isAboutSeats(error) || !session || picked.length === 0) return false;
      const { refreshSeats } = await loadChunk(() => import("./refreshSeats.ts"));
      const { kept, gone } = await refreshSeats({ client, at: eventLink, session, picked, refused: error });
      dropSeats(kept, gone);
      return gone.length > 0;
    },
  };
};

type HeldSeats = {
  readonly key: string;
  readonly picked: readonly PickedSeat[];
  readonly notice: SeatNotice | undefined;
};

const isAboutSeats = ({ code, context }: Refused): boolean => code.startsWith("seat_") || context === "seating";

/** Closed, rendering, open. Whoever leaves it otherwise than by choosing has no seats. */
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
