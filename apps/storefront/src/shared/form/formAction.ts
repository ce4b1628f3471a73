import { useRef, type FormEvent } from "react";
import { reportError } from "../errors/reportError.ts";
import { loadChunk } from "../loading/loadChunk.ts";

/** The next action of a form: the button's label, and the step to which it leads while one is missing. */
export type FormAction = { readonly label: string; readonly step?: string | undefined };

/** The step that the pressed button names; undefined if the form is to be submitted. */
export const namedStep = ({ nativeEvent }: FormEvent): string | undefined =>
  (nativeEvent as SubmitEvent).submitter?.dataset.step;

const goToStep = (step: string): void =>
  void loadChunk(() => import("./goToStep.ts")).then((loaded) => loaded.goToStep(step), reportError);

/**
 * On the first press, goes to a missing step, by its own action or by scrolling to it. When pressed again for the same
 * step, the form says what is missing.
 */
export const useGoToStep = (
  actions: Readonly<Record<string, (step: string) => void>> = {},
): ((submitted: FormEvent) => boolean) => {
  const previous = useRef<string>(undefined);
  return (submitted) => {
    const step = namedStep(submitted);
    const isNew = step !== undefined && step !== previous.current;
    previous.current = step;
    if (isNew) (actions[step] ?? goToStep)(step);
    return isNew;
  };
};
