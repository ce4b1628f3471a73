import { useEffect } from "react";
import { useModals } from "./ModalStack.tsx";

/** Opens a modal while something holds, and closes it with the component. */
export const useModalWhile = (name: string, isOpen: boolean): void => {
  const { open, close } = useModals();
  useEffect(() => {
    if (!isOpen) return undefined;
    open(name);
    return () => close(name);
  }, [name, isOpen, open, close]);
};
