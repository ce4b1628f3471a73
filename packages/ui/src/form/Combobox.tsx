import type { ReactNode } from "react";
import css from "./Combobox.module.css";
import { Icon } from "../action/Icon.tsx";
import { Spinner } from "../feedback/Spinner.tsx";
import { TextInput, type TextInputProps } from "./TextInput.tsx";
import { useListbox, type ComboboxOption } from "./useListbox.ts";

export type ComboboxProps = Omit<
  TextInputProps,
  "value" | "onChange" | "onKeyDown" | "onBlur" | "role" | "before" | "after"
> & {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly options: readonly ComboboxOption[];
  readonly onChoose: (id: string) => void;
  /** Shown when there are no options. */
  readonly empty?: ReactNode;
  readonly busy?: boolean;
  readonly listLabel: string;
};

/**
 * A text field with suggestions, after the combobox pattern of ARIA 1.2: the focus stays in the field, the arrow keys move
 * through the list, Enter chooses and Escape closes. For use inside a Field.
 */
export function Combobox({ value, onText, options, onChoose, empty, busy, listLabel, ...rest }: ComboboxProps) {
  const { listId, idOf, isShown, active, container, choose, open, close, onKeyDown } = useListbox(
    options,
    onChoose,
    Boolean(empty),
  );
  return (
    <div className={css.combobox} ref={container}>
      <TextInput
        autoComplete="off"
        {...rest}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown && active >= 0 ? idOf(active) : undefined}
        value={value}
        after={busy ? <Spinner /> : undefined}
        onChange={(event) => {
          open();
          onText(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div className={css.popup} hidden={!isShown}>
        <ul role="listbox" id={listId} aria-label={listLabel} className={css.list}>
          {options.map((option, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the focus and the key handler are in the field
            <li
              key={option.id}
              id={idOf(index)}
              role="option"
              aria-selected={index === active}
              className={css.option}
              // Keeps the focus in the field.
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
