import { useRef, type FocusEvent, type KeyboardEvent, type RefObject } from "react";

type Menu = {
  readonly ref: RefObject<HTMLDetailsElement | null>;
  readonly onBlur: (event: FocusEvent<HTMLDetailsElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLDetailsElement>) => void;
};

/** A menu in a `<details>` element: it closes when the focus leaves it, and by Escape, which returns the focus. */
export const useMenu = (): Menu => {
  const ref = useRef<HTMLDetailsElement>(null);
  const close = (): void => ref.current?.removeAttribute("open");
  return {
    ref,
    onBlur: ({ relatedTarget, currentTarget }) => {
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
    },
    onKeyDown: ({ key }) => {
      if (key !== "Escape") return;
      close();
      ref.current?.querySelector("summary")?.focus();
    },
  };
};
