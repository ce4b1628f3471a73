import { useId, type KeyboardEvent, type ReactNode } from "react";
import { rovingIndex } from "../choice/rovingIndex.ts";
import css from "./Tabs.module.css";

export type Tab = {
  readonly value: string;
  readonly label: ReactNode;
  /** Why it cannot be opened: 'Sold out', 'Not available'. */
  readonly disabledReason?: ReactNode;
};

export type TabsProps = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
  /** The panel of the open tab. */
  readonly children: ReactNode;
};

/** Arrow keys move and open. A disabled tab can be focused, so that its reason is read, but does not open. */
export function Tabs({ label, tabs, value, onChange, children }: TabsProps) {
  const id = useId();
  const stop = tabs.find((tab) => tab.value === value) ?? tabs.find((tab) => !tab.disabledReason) ?? tabs[0];

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
    const from = buttons.findIndex((button) => button === document.activeElement);
    const to = rovingIndex(event.key, from, buttons.length);
    if (to === undefined) return;
    event.preventDefault();
    buttons[to]?.focus();
    const reached = tabs[to];
    if (reached && !reached.disabledReason && reached.value !== value) onChange(reached.value);
  };

  return (
    <div className={css.tabs}>
      <div className={css.list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}${tab.value}`}
            className={css.tab}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}panel` : undefined}
            aria-disabled={tab.disabledReason ? true : undefined}
            tabIndex={tab === stop ? 0 : -1}
            onClick={() => !tab.disabledReason && tab.value !== value && onChange(tab.value)}
          >
            <span>{tab.label}</span>
            {tab.disabledReason && <span className={css.reason}>{tab.disabledReason}</span>}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={value === undefined ? undefined : `${id}${value}`}
        className={css.panel}
      >
        {children}
      </div>
    </div>
  );
}
