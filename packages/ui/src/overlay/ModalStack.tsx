import { createContext, use, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { withModal, withoutModal, type ModalNames } from "./modalNames.ts";

export type Modals = {
  readonly names: ModalNames;
  /** False if a modal with that name is already open. */
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

/** Keeps the stack of open modals, and stops the page below from scrolling. */
export function ModalStack({ children }: { readonly children: ReactNode }) {
  const [names, setNames] = useState<ModalNames>([]);
  // The current stack, for two calls in one tick, when the state is not updated yet.
  const current = useRef<ModalNames>(names);

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

  // Stable, because effects depend on them.
  const [actions] = useState(() => {
    const put = (next: ModalNames): void => {
      current.current = next;
      setNames(next);
    };
    return {
      open: (name: string): boolean => {
        const next = withModal(current.current, name);
        if (next) put(next);
        return next !== undefined;
      },
      close: (name: string): void => put(withoutModal(current.current, name)),
    };
  });
  const modals = useMemo(() => ({ names, ...actions }), [names, actions]);
  return <ModalsContext value={modals}>{children}</ModalsContext>;
}
