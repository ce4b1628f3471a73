import { useEffect, useRef, useState } from "react";

/** A menu that closes on Escape, on a press or focus outside it, and when the path changes. */
export const useDismissableMenu = (path: string) => {
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [shownAt, setShownAt] = useState(path);
  // Closes when another page is shown.
  if (shownAt !== path) {
    setShownAt(path);
    setOpen(false);
  }

  useEffect(() => {
    if (!isOpen) return undefined;
    const onOutside = (event: Event) => {
      if (event.target instanceof Node && !container.current?.contains(event.target)) setOpen(false);
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", onOutside);
    document.addEventListener("focusin", onOutside);
    document.addEventListener("keydown", onEscape);
    return () => {
      document.removeEventListener("pointerdown", onOutside);
      document.removeEventListener("focusin", onOutside);
      document.removeEventListener("keydown", onEscape);
    };
  }, [isOpen]);

  return { container, button, isOpen, setOpen };
};
