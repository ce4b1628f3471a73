import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";

export type ComboboxOption = {
  readonly id: string;
  readonly text: string;
  readonly description?: string;
  /** Choosing it loads the options inside it; the list stays open. */
  readonly isContainer?: boolean;
};

/** The state of a combobox's list: whether it is shown, which option is active, and the key handler. */
export const useListbox = (
  options: readonly ComboboxOption[],
  onChoose: (id: string) => void,
  hasEmptyText: boolean,
) => {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const container = useRef<HTMLDivElement>(null);
  const isShown = isOpen && (options.length > 0 || hasEmptyText);
  const idOf = (index: number): string => `${listId}${index}`;

  // A new list of options has no active option yet.
  const list = options.map(({ id }) => id).join("\n");
  const [knownList, setKnown] = useState(list);
  if (knownList !== list) {
    setKnown(list);
    setActive(-1);
  }
  useEffect(() => {
    if (active >= 0) container.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const choose = (option: ComboboxOption | undefined): void => {
    if (!option) return;
    setOpen(option.isContainer === true);
    setActive(-1);
    onChoose(option.id);
  };
  const close = (): void => {
    setOpen(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = options.length - 1;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        event.preventDefault();
        setOpen(true);
        if (last < 0) return;
        if (event.key === "ArrowDown") setActive(active >= last ? 0 : active + 1);
        else setActive(active <= 0 ? last : active - 1);
        return;
      case "Enter":
        // While the list is shown, Enter must not submit the form.
        if (!isShown) return;
        event.preventDefault();
        if (active >= 0) choose(options[active]);
        return;
      case "Escape":
        if (!isShown) return;
        event.preventDefault();
        close();
        return;
      default:
    }
  };

  return { listId, idOf, isShown, active, container, choose, open: () => setOpen(true), close, onKeyDown };
};
