import { useState } from "react";
import type { GateSubject } from "@foyer/contract/office/gate/gate.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { focusFirst } from "./focusFirst.ts";
import type { Gate } from "./Gate.ts";
import { isInNow, presentListed } from "./gateList.ts";
import type { GateState } from "./gateStore.ts";
import { maxNames } from "./list/names.ts";
import css from "./Scan.module.css";

type NameSheetProps = {
  readonly gate: Gate;
  readonly state: GateState;
  readonly onClose: () => void;
  readonly onChosen: (subject: GateSubject) => void;
};

/**
 * Finds a visitor by name in the device's own list, for example if their phone is dead. The name has to be confirmed before
 * they are admitted.
 */
export function NameSheet({ gate, state, onClose, onChosen }: NameSheetProps) {
  const [text, setText] = useState("");
  const [asked, setAsked] = useState<GateSubject>();
  const all = gate.named(text);
  const found = all.slice(0, maxNames).map((listed) => ({ listed, subject: presentListed(listed, state) }));
  if (asked)
    return (
      <section ref={focusFirst} tabIndex={-1} className={css.sheet} aria-label="Confirm the name">
        <p>
          Ask for the name and a document. Is this <strong>{asked.name}</strong>?
        </p>
        <Button wide kind="primary" onClick={() => onChosen(asked)}>
          {`Yes, ${asked.name ?? ""}`}
        </Button>
        <Button wide onClick={() => setAsked(undefined)}>
          No
        </Button>
      </section>
    );
  return (
    <section className={css.sheet} aria-label="Find a name">
      <label>
        <span>First name</span>
        <input
          ref={focusFirst}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <ul className={css.names}>
        {found.map(({ listed, subject }) => (
          <li key={listed.id}>
            <button type="button" onClick={() => setAsked(subject)}>
              <strong>{subject.name}</strong> {subject.type}
              {subject.session && !subject.session.is_all_day && `, ${subject.session.start}`}
              {isInNow(listed, state, gate.now()) && " · in"}
            </button>
          </li>
        ))}
      </ul>
      {all.length > maxNames && <p>There are more. Type the last name, too.</p>}
      {text.trim().length >= 2 && found.length === 0 && <p>Nobody on today's list has that name.</p>}
      <Button wide onClick={onClose}>
        Cancel
      </Button>
    </section>
  );
}
