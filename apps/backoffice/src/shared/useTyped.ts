import { useEffect, useRef, type RefObject } from "react";

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: EventTarget | null): target is FormField =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const valueOf = (field: FormField): string =>
  field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type) ? String(field.checked) : field.value;

/** Whether something inside of an element was typed or chosen that is not what was there when it got the focus. */
export const useTyped = (element: RefObject<HTMLElement | null>): (() => boolean) => {
  const changed = useRef(new Set<FormField>());
  useEffect(() => {
    const before = new WeakMap<FormField, string>();
    const remember = ({ target }: Event): void => {
      if (isField(target) && !before.has(target)) before.set(target, valueOf(target));
    };
    const compare = ({ target }: Event): void => {
      if (!isField(target)) return;
      if (before.get(target) === valueOf(target)) changed.current.delete(target);
      else changed.current.add(target);
    };
    const root = element.current;
    // The field with the first focus has it before anybody can listen.
    if (isField(document.activeElement) && root?.contains(document.activeElement) === true)
      before.set(document.activeElement, valueOf(document.activeElement));
    root?.addEventListener("focusin", remember);
    root?.addEventListener("input", compare);
    return () => {
      root?.removeEventListener("focusin", remember);
      root?.removeEventListener("input", compare);
    };
  }, [element]);
  return () => [...changed.current].some((field) => field.isConnected);
};
