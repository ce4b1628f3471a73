import { useState } from "react";
import type { useStepFocus } from "../../reserve/form/useStepFocus.ts";
import type { MovableVisit } from "./movableVisit.ts";

export type ChosenTimeOptions = {
  readonly goTo: ReturnType<typeof useStepFocus>["goTo"];
  readonly onChange: () => void;
};

/** The chosen day and time. If types can be exchanged, the current time is preselected. */
export const useChosenTime = ({ tickets }: MovableVisit, { goTo, onChange }: ChosenTimeOptions) => {
  const canMove = tickets.some((ticket) => ticket.canMove);
  const canKeep = tickets.some(({ canExchange }) => canExchange);
  const [isKept, setKept] = useState(canKeep);
  const [day, setDay] = useState<string>();
  const [event_session_id, setSession] = useState<string>();
  return {
    /** Whether to offer the choice between the current time and another one. */
    hasChoice: canMove && canKeep,
    isKept,
    day,
    event_session_id,
    keep: (isKept: boolean): void => {
      setKept(isKept);
      onChange();
    },
    chooseDay: (chosen: string): void => {
      setDay(chosen);
      setSession(undefined);
      onChange();
      goTo("session");
    },
    reopenDays: (): void => {
      setDay(undefined);
      setSession(undefined);
      goTo("date");
    },
    chooseSession: (id: string): void => {
      setSession(id);
      onChange();
      goTo("session");
    },
    reopenSessions: (): void => {
      setSession(undefined);
      goTo("session");
    },
  };
};
