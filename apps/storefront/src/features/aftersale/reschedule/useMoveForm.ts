import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useFocusFirstError } from "../../../shared/form/useFocusFirstError.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { useStepFocus } from "../../reserve/form/useStepFocus.ts";
import { rescheduleStrings } from "../aftersale.strings.ts";
import { changeRequest, type OpenedChange } from "../change/changeRequest.ts";
import { chooseSeats } from "./chooseSeats.ts";
import type { MovableVisit } from "./movableVisit.ts";
import { useMoveTimes, type MoveTimes } from "./useMoveTimes.ts";
import type { useReschedule } from "./useReschedule.ts";

type MissingStep = "tickets" | "date" | "session";

/** Why the tickets cannot be moved to the chosen time; undefined where they can. */
const partlyKey = ({ session, missingTypes }: MoveTimes) => {
  if (!session?.isPartly || missingTypes === undefined) return undefined;
  return missingTypes.length > 0 ? ("move.partly.types" as const) : ("move.partly.places" as const);
};

/** What is chosen: the tickets that move, the day and the time. */
export const useMoveForm = (
  visit: MovableVisit,
  reschedule: ReturnType<typeof useReschedule>,
  open: OpenedChange | undefined,
) => {
  const t = useText(rescheduleStrings);
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const focusError = useFocusFirstError(() => form.current);
  const { headings, goTo } = useStepFocus();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [day, setDay] = useState<string>();
  const [event_session_id, setSession] = useState<string>();
  const [shown, setShown] = useState<MissingStep>();
  const selected = visit.tickets.filter(({ id }) => !left.has(id));
  const times = useMoveTimes(visit, selected, { day, event_session_id });
  const isSame = times.session?.id === visit.line.event_session_id;
  const session = isSame ? undefined : times.session;
  const missing: MissingStep | undefined =
    selected.length === 0
      ? "tickets"
      : day === undefined
        ? "date"
        : !session || session.isPartly
          ? "session"
          : undefined;
  const partly = partlyKey(times);

  const review = (): void => {
    if (reschedule.isBusy) return;
    if (missing !== undefined || !session) {
      setShown(missing);
      return focusError();
    }
    reschedule.review(async () => {
      const seats = await chooseSeats(client, times.link, session.id, selected);
      const { ofSession } = visit;
      return changeRequest({ tickets: selected, event_session_id: session.id, seats, ofSession }, open);
    });
  };
  return {
    form,
    headings,
    left,
    selected,
    day,
    session,
    times,
    isMissing: (step: MissingStep): boolean => shown === step && missing === step,
    sessionError: partly
      ? t(partly, { types: (times.missingTypes ?? []).join(", ") })
      : shown === "session" && missing === "session"
        ? t("move.missing.time")
        : undefined,
    toggle: (id: string, moves: boolean): void => {
      setLeft((before) => new Set(moves ? [...before].filter((one) => one !== id) : [...before, id]));
      reschedule.clear();
    },
    chooseDay: (chosen: string): void => {
      setDay(chosen);
      setSession(undefined);
      reschedule.clear();
      goTo("session");
    },
    reopenDays: (): void => {
      setDay(undefined);
      setSession(undefined);
      goTo("date");
    },
    chooseSession: (id: string): void => {
      setSession(id);
      reschedule.clear();
      goTo("session");
    },
    reopenSessions: (): void => {
      setSession(undefined);
      goTo("session");
    },
    review,
  };
};
export type MoveForm = Omit<ReturnType<typeof useMoveForm>, "form">;
