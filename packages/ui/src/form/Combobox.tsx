import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import css from "./Combobox.module.css";
import { Icon } from "../action/Icon.tsx";
import { Spinner } from "../feedback/Spinner.tsx";
import { TextInput, type TextInputProps } from "./TextInput.tsx";

export type ComboboxOption = {
  readonly id: string;
  readonly text: string;
  readonly description?: string;
  /** There is more in it: choosing it opens it, and the list stays. */
  readonly isContainer?: boolean;
};

export type ComboboxProps = Omit<
  TextInputProps,
  "value" | "onChange" | "onKeyDown" | "onBlur" | "role" | "before" | "after"
> & {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly options: readonly ComboboxOption[];
  readonly onChoose: (id: string) => void;
  /** Said in place of options: that there are none. */
  readonly empty?: ReactNode;
  readonly busy?: boolean;
  /** What the list is called. */
  readonly listLabel: string;
};

/**
 * A text field with suggestions, by the pattern of ARIA 1.2: the focus stays in the field, the arrows go through the list,
 * Enter chooses and Escape closes. Inside a Field.
 */
export function Combobox({ value, onText, options, onChoose, empty, busy, listLabel, ...rest }: ComboboxProps) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const container = useRef<HTMLDivElement>(null);
  const shown = isOpen && (options.length > 0 || Boolean(empty));
  const idOf = (index: number): string => `${listId}${index}`;

  // Another list begins at its beginning.
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
        // With a list in view Enter is an answer to it and not the end of the form.
        if (!shown) return;
        event.preventDefault();
        if (active >= 0) choose(options[active]);
        return;
      case "Escape":
        if (!shown) return;
        event.preventDefault();
        setOpen(false);
        setActive(-1);
        return;
      default:
    }
  };

  return (
    <div className={css.combobox} ref={container}>
      <TextInput
        autoComplete="off"
        {...rest}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={listId}
        aria-activedescendant={shown && active >= 0 ? idOf(active) : undefined}
        value={value}
        after={busy ? <Spinner /> : undefined}
        onChange={(event) => {
          setOpen(true);
          onText(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false);
          setActive(-1);
        }}
      />
      <div className={css.popup} hidden={!shown}>
        <ul role="listbox" id={listId} aria-label={listLabel} className={css.list}>
          {options.map((option, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the focus is in the field, and so are the keys
            <li
              key={option.id}
              id={idOf(index)}
              role="option"
              aria-selected={index === active}
              className={css.option}
              // The focus stays in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <span>
                <span className={css.text}>{option.text}</span>
                {option.description && <span className={css.description}>{option.description}</span>}
              </span>
              {option.isContainer && <Icon name="chevron-right" size="small" />}
            </li>
          ))}
        </ul>
        {options.length === 0 && empty && <p className={css.empty}>{empty}</p>}
      </div>
    </div>
  );
}
