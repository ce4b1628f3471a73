import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { withModal, withoutModal, type ModalNames } from "./modalNames.ts";

/** How long the browser's Back may take before a modal closes without it. */
const backFallbackMs = 300;

export type Modals = {
  readonly names: ModalNames;
  /** False when a modal of that name is already open. */
  readonly open: (name: string) => boolean;
  readonly close: (name: string) => void;
};

const ModalsContext = createContext<Modals | undefined>(undefined);

export function useModals(): Modals {
  const modals = use(ModalsContext);
  if (!modals) throw new Error("A modal needs a ModalStack above it");
  return modals;
}

/** A modal by its name: `<Modal name>` is shown while it is open. */
export function useModal(name: string): {
  readonly isOpen: boolean;
  readonly open: () => boolean;
  readonly close: () => void;
} {
  const { names, open, close } = useModals();
  return useMemo(
    () => ({ isOpen: names.includes(name), open: () => open(name), close: () => close(name) }),
    [names, name, open, close],
  );
}

export type ModalStackProps = {
  readonly children: ReactNode;
  /**
   * Lets the browser's Back close the top modal, as users of phones expect: `push` adds a history entry when one opens,
   * `back` leaves it. Without it the history is not touched.
   */
  readonly history?: { readonly push: (name: string) => void; readonly back: () => void };
};

/** Keeps the stack of open modals, and stops the page below from scrolling. */
export function ModalStack({ children, history }: ModalStackProps) {
  const [names, setNames] = useState<ModalNames>([]);
  // The current stack, for two calls in one tick: the state would still be the old one.
  const current = useRef<ModalNames>(names);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);

  const put = useCallback((next: ModalNames) => {
    current.current = next;
    setNames(next);
  }, []);

  const open = useCallback(
    (name: string): boolean => {
      const next = withModal(current.current, name);
      if (!next) return false;
      put(next);
      history?.push(name);
      return true;
    },
    [history, put],
  );

  const close = useCallback(
    (name: string) => {
      const at = current.current.indexOf(name);
      if (at < 0) return;
      // Only the top modal corresponds to the last history entry.
      if (!history || at < current.current.length - 1) return put(withoutModal(current.current, name));
      if (waiting.current) return;
      history.back();
      waiting.current = setTimeout(() => {
        waiting.current = undefined;
        put(withoutModal(current.current, name));
      }, backFallbackMs);
    },
    [history, put],
  );

  useEffect(() => {
    if (!history) return;
    const onBack = () => {
      clearTimeout(waiting.current);
      waiting.current = undefined;
      const top = current.current.at(-1);
      if (top !== undefined) put(withoutModal(current.current, top));
    };
    window.addEventListener("popstate", onBack);
    return () => {
      window.removeEventListener("popstate", onBack);
      clearTimeout(waiting.current);
    };
  }, [history, put]);

  const locked = names.length > 0;
  useEffect(() => {
    if (!locked) return;
    const page = document.documentElement;
    const hasScrollbar = window.innerWidth > page.clientWidth;
    page.dataset["scroll"] = "locked";
    if (hasScrollbar) page.dataset["gutter"] = "";
    return () => {
      delete page.dataset["scroll"];
      delete page.dataset["gutter"];
    };
  }, [locked]);

  const modals = useMemo(() => ({ names, open, close }), [names, open, close]);
  return <ModalsContext value={modals}>{children}</ModalsContext>;
}
