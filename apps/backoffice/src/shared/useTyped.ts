import { useEffect, useRef, type RefObject } from "react";

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: EventTarget | null): target is FormField =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const valueOf = (field: FormField): string =>
  field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type) ? String(field.checked) : field.value;

/** Whether something in an element was typed or chosen that differs from its value when it got the focus. */
export const useTyped = (element: RefObject<HTMLElement | null>): (() => boolean) => {
  const before = useRef(new Map<FormField, string | undefined>());
  useEffect(() => {
    const values = before.current;
    const remember = ({ target }: Event): void => {
      if (isField(target) && !values.has(target)) values.set(target, valueOf(target));
    };
    // Not every browser focuses an element that is pressed: its earlier value is then unknown.
    const count = ({ target }: Event): void => {
      if (isField(target) && !values.has(target)) values.set(target, undefined);
    };
    const root = element.current;
    // The initially focused field has the focus before listeners are added.
    if (isField(document.activeElement) && root?.contains(document.activeElement) === true)
      values.set(document.activeElement, valueOf(document.activeElement));
    root?.addEventListener("focusin", remember);
    root?.addEventListener("input", count);
    return () => {
      root?.removeEventListener("focusin", remember);
      root?.removeEventListener("input", count);
    };
  }, [element]);
  // A form may clear its fields by itself after it was sent.
  return () => [...before.current].some(([field, value]) => field.isConnected && valueOf(field) !== value);
};
