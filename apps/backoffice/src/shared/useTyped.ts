import { useEffect, useRef, type RefObject } from "react";

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (target: EventTarget | null): target is FormField =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const valueOf = (field: FormField): string =>
  field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type) ? String(field.checked) : field.value;

/** Whether something inside of an element was typed or chosen that is not what was there when it got the focus. */
export const useTyped = (element: RefObject<HTMLElement | null>): (() => boolean) => {
  const before = useRef(new Map<FormField, string | undefined>());
  useEffect(() => {
    const values = before.current;
    const remember = ({ target }: Event): void => {
      if (isField(target) && !values.has(target)) values.set(target, valueOf(target));
    };
    // Not every browser gives the focus to what is pressed: then nobody knows what was there.
    const count = ({ target }: Event): void => {
      if (isField(target) && !values.has(target)) values.set(target, undefined);
    };
    const root = element.current;
    // The field with the first focus has it before anybody can listen.
    if (isField(document.activeElement) && root?.contains(document.activeElement) === true)
      values.set(document.activeElement, valueOf(document.activeElement));
    root?.addEventListener("focusin", remember);
    root?.addEventListener("input", count);
    return () => {
      root?.removeEventListener("focusin", remember);
      root?.removeEventListener("input", count);
    };
  }, [element]);
  // A form that was sent may have emptied its fields by itself.
  return () => [...before.current].some(([field, value]) => field.isConnected && valueOf(field) !== value);
};
