import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { EventSession } from "@foyer/contract/sessions.ts";
import type { GroupChoice } from "@foyer/rules/choosing.ts";
import { seatedIn, seatsMissing, seatsWanted, shareSeats, type SharedSeats } from "@foyer/rules/seatCheck.ts";
import type { PickedSeat } from "@foyer/rules/seatPick.ts";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import { Refused } from "../../api/call.ts";
import { loadChunk } from "../../shared/loadChunk.ts";
import type { EventAt } from "./eventKeys.ts";
import { useReserveText } from "./words.ts";

export const seatsModalName = "choose-seats";
/** The dialog stands before the hall is drawn (specification, document 2 §9). */
const openDelay = 50;

const none: readonly PickedSeat[] = [];
export const loadSeatChoice = () => loadChunk(() => import("./SeatChoice.tsx"));

/** Why seats that were chosen are not chosen any more. */
export type SeatNotice =
  | { readonly kind: "changed" }
  | { readonly kind: "gone"; readonly names: readonly string[]; readonly kept: number };

export type Seats = {
  readonly at: EventAt;
  readonly session: EventSession | undefined;
  readonly choices: readonly GroupChoice[];
  /** A group with seats has tickets chosen. */
  readonly isNeeded: boolean;
  readonly selector: "closed" | "rendering" | "open";
  readonly picked: readonly PickedSeat[];
  /** The picked seats by ticket type. */
  readonly shared: SharedSeats;
  readonly notice: SeatNotice | undefined;
  /** What a reservation still lacks, in words. `step` says where: without any ticket it is the tickets that are missing. */
  readonly missing: { readonly step: "tickets" | "seats"; readonly text: string } | undefined;
  readonly open: () => void;
  /** Takes the seats and closes the selector; every other way out of it leaves without any. */
  readonly confirm: () => void;
  readonly pick: (picked: readonly PickedSeat[]) => void;
  readonly lose: (kept: readonly PickedSeat[], gone: readonly PickedSeat[]) => void;
  /** What a request says of them, by ticket type. */
  readonly seat_template_ids: Readonly<Record<string, readonly string[]>>;
  /** Looks at the hall anew where a refusal is about a seat. False: it is about something else. */
  readonly refused: (error: unknown) => Promise<boolean>;
};

export type SeatsOf = {
  readonly at: EventAt;
  readonly session: EventSession | undefined;
  readonly choices: readonly GroupChoice[] | undefined;
};

const noChoices: readonly GroupChoice[] = [];

/** The seats of a reservation. They belong to one session and to the tickets chosen: when either changes they are gone. */
export const useSeats = ({ at, session, choices = noChoices }: SeatsOf): Seats => {
  const client = useQueryClient();
  const t = useReserveText();
  const wanted = seatsWanted(choices);
  const key = JSON.stringify([
    session?.id,
    choices.flatMap(({ types }) => types.map((one) => [one.type.id, one.quantity])),
  ]);
  const [held, setHeld] = useState<Held>({ key, picked: none, notice: undefined });
  const isChanged = held.key !== key;
  const { picked, notice }: Held = isChanged
    ? { key, picked: none, notice: held.picked.length > 0 ? { kind: "changed" } : undefined }
    : held;
  // Derived while rendering: no request is ever made with the seats of other tickets.
  if (isChanged) setHeld({ key, picked, notice });

  const selector = useSelector(() => setHeld({ key, picked: none, notice: undefined }));
  const hasSeats = seatedIn(choices).length > 0;
  useEffect(() => {
    if (hasSeats) void loadSeatChoice().catch(() => undefined);
  }, [hasSeats]);

  const lacks = seatsMissing(choices, picked);
  const shared = shareSeats(choices, picked);
  const lose: Seats["lose"] = (kept, gone) =>
    setHeld({ key, picked: kept, notice: { kind: "gone", names: gone.map(({ name }) => name), kept: kept.length } });
  return {
    at,
    session,
    choices,
    isNeeded: session !== undefined && Object.keys(wanted).length > 0,
    ...selector,
    picked,
    shared,
    notice,
    missing: lacks && {
      step: lacks.kind === "type" ? "tickets" : "seats",
      text: lacks.kind === "find" ? t("reserve.missing.seats") : t(`reserve.missing.seats.${lacks.kind}`, { ...lacks }),
    },
    pick: (seats) => setHeld({ key, picked: seats, notice: undefined }),
    lose,
    seat_template_ids: Object.fromEntries(
      Object.entries(shared).map(([type, seats]) => [type, seats.map((seat) => seat.seat_template_id)]),
    ),
    refused: async (error) => {
      if (!(error instanceof Refused) || !isAboutSeats(error) || !session || picked.length === 0) return false;
      const { seatsAfter } = await loadChunk(() => import("./seatsAfter.ts"));
      const { kept, gone } = await seatsAfter({ client, at, session, picked, refused: error });
      lose(kept, gone);
      return gone.length > 0;
    },
  };
};

type Held = {
  readonly key: string;
  readonly picked: readonly PickedSeat[];
  readonly notice: SeatNotice | undefined;
};

const isAboutSeats = ({ code, context }: Refused): boolean => code.startsWith("seat_") || context === "seating";

/** Closed, rendering, open. Whoever leaves it otherwise than by choosing has no seats. */
const useSelector = (onLeave: () => void): Pick<Seats, "selector" | "open" | "confirm"> => {
  const { isOpen, open, close } = useModal(seatsModalName);
  const [isDrawn, setDrawn] = useState(false);
  const hasChosen = useRef(false);
  const leave = useRef(onLeave);
  useEffect(() => void (leave.current = onLeave));

  useEffect(() => {
    if (!isOpen) return;
    hasChosen.current = false;
    const timer = setTimeout(() => setDrawn(true), openDelay);
    return () => {
      clearTimeout(timer);
      setDrawn(false);
      if (!hasChosen.current) leave.current();
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
