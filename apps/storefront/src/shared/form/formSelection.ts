import { useEffect, useSyncExternalStore } from "react";
import type { FormAction } from "./formAction.ts";

export type ChosenLine = {
  readonly id: string;
  readonly label: string;
  readonly amount: string;
  /** The names of the chosen seats. Absent without any. */
  readonly seats?: readonly string[];
};

/** The current selection in the page's form, for the panel beside it. Texts and amounts are formatted. */
export type FormSelection = {
  /** The id of the form that the panel's button submits. */
  readonly form: string;
  readonly heading: string;
  readonly when: string | undefined;
  /** The chosen items, then the fees on top. */
  readonly lines: readonly ChosenLine[];
  /** Undefined until something is chosen that has a price. */
  readonly total: string | undefined;
  readonly action: FormAction;
  readonly isBusy: boolean;
};

let current: FormSelection | undefined;
const listeners = new Set<() => void>();
const publish = (selection: FormSelection | undefined): void => {
  current = selection;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Passes the selection of a form to the panel, which is elsewhere on the page and hydrates separately. */
export const usePublishSelection = (selection: FormSelection): void => {
  const text = JSON.stringify(selection);
  useEffect(() => publish(JSON.parse(text) as FormSelection), [text]);
  useEffect(() => () => publish(undefined), []);
};

/** The selection of the form on this page; undefined before its form is loaded, and on the server. */
export const useFormSelection = (): FormSelection | undefined =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
