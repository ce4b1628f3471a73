import { useEffect } from "react";
import { useModals } from "@foyer/ui/ModalStack.tsx";

/** Opens a modal while something holds, and closes it with the component. */
export const useModalWhile = (name: string, isWanted: boolean): void => {
  const { open, close } = useModals();
  useEffect(() => {
    if (!isWanted) return undefined;
    open(name);
    return () => close(name);
  }, [name, isWanted, open, close]);
};
