import { useRef, type FormEvent } from "react";
import { reportError } from "../errors/reportError.ts";
import { loadChunk } from "../loading/loadChunk.ts";

/** The next action of a form: the button's label, and the step that it leads to while one is missing. */
export type FormAction = { readonly label: string; readonly step?: string | undefined };

/** The step that the pressed button names; undefined for a form that is to be sent. */
export const namedStep = ({ nativeEvent }: FormEvent): string | undefined =>
  (nativeEvent as SubmitEvent).submitter?.dataset.step;

const leadToStep = (step: string): void =>
  void loadChunk(() => import("./leadToStep.ts")).then((loaded) => loaded.leadToStep(step), reportError);

/**
 * Leads to a missing step at the first press, by a way of its own or into view. Pressed again for the same step, the
 * form says what is missing.
 */
export const useLeadToStep = (
  ways: Readonly<Record<string, (step: string) => void>> = {},
): ((submitted: FormEvent) => boolean) => {
  const led = useRef<string>(undefined);
  return (submitted) => {
    const step = namedStep(submitted);
    const isNew = step !== undefined && step !== led.current;
    led.current = step;
    if (isNew) (ways[step] ?? leadToStep)(step);
    return isNew;
  };
};
