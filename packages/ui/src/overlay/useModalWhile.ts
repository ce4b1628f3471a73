import { useEffect } from "react";
import { useModals } from "./ModalStack.tsx";

/** Keeps a modal open while a condition is true, and closes it on unmount. */
export const useModalWhile = (name: string, isOpen: boolean): void => {
  const { open, close } = useModals();
  useEffect(() => {
    if (!isOpen) return undefined;
    open(name);
    return () => close(name);
  }, [name, isOpen, open, close]);
};
