import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from "react";
import { useNavigate, type NavigateOptions } from "@tanstack/react-router";
import { maxSearchLetters } from "@foyer/contract/office/orders/search.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { Dialog } from "../shared/dialog/Dialog.tsx";
import type { Screen } from "./screens.ts";
import { searchChoices, type Choice, type FoundGroup, type Goal } from "./searchChoices.ts";
import { useSearch } from "./useSearch.ts";
import css from "./SearchDialog.module.css";

type SearchDialogProps = {
  readonly slug: string;
  readonly screens: readonly Screen[];
  readonly permissions: readonly Permission[];
  readonly onClose: () => void;
};

/** Finds everything that the reader can open. A full number or code opens its record directly. */
export function SearchDialog({ slug, screens, permissions, onClose }: SearchDialogProps) {
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const isEntered = useRef(false);
  const found = useSearch(slug, typed, permissions);
  const groups = searchChoices(found, screens, permissions);
  const choices = groups.flatMap(({ choices }) => choices);
  const go = useGoal(slug, onClose);
  const open = (): void => {
    const exact = found.orders?.exact;
    if (exact != null && chosen === 0 && groups[0]?.name === "Orders") return go({ kind: "order", number: exact });
    const choice = choices[chosen];
    if (choice) go(choice.goal);
  };
  // A scanner types a code and presses Enter before anything can be found.
  const openIfEntered = useEffectEvent((): void => {
    if (isEntered.current) open();
    isEntered.current = false;
  });
  useEffect(() => {
    if (!found.isSearching) openIfEntered();
  }, [found.isSearching]);
  const press = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setChosen((now) => Math.min(Math.max(0, now + step), choices.length - 1));
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (found.isSearching) isEntered.current = true;
    else open();
  };
  const active = choices[chosen];
  const activeId = active && `${listId}-${active.key}`;
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  return (
    <Dialog title="Search" isWide asks={false} onClose={onClose}>
      <TextInput
        type="search"
        maxLength={maxSearchLetters}
        role="combobox"
        aria-label="Search"
        aria-expanded={choices.length > 0}
        aria-controls={listId}
        aria-activedescendant={activeId}
        placeholder="Order, name, email, event, date, card or code"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setChosen(0);
          isEntered.current = false;
        }}
        onKeyDown={press}
      />
      <div className={css.list} id={listId} role="listbox" aria-label="Results" aria-busy={found.isSearching}>
        {groups.map((group) => (
          <Group key={group.name} {...{ group, listId, active }} onGo={go} onPress={press} />
        ))}
      </div>
      <p className={css.state} role="status">
        {stateOf(found, choices.length)}
      </p>
    </Dialog>
  );
}

const placeOf = (goal: Goal, slug: string): NavigateOptions => {
  switch (goal.kind) {
    case "order":
      return { to: "/$slug/orders/$number", params: { slug, number: String(goal.number) } };
    case "person":
      return { to: "/$slug/orders/$number/person", params: { slug, number: String(goal.number) } };
    case "orders":
      return { to: "/$slug/orders", params: { slug }, search: goal.search };
    case "gift_card":
      return { to: "/$slug/gift-cards/$id", params: { slug, id: goal.id } };
    case "member":
      return { to: "/$slug/members/$id", params: { slug, id: goal.id } };
    case "code":
      return { to: "/$slug/codes/$id", params: { slug, id: goal.id } };
    case "event":
      return { to: "/$slug/catalogue/event/$key", params: { slug, key: goal.key } };
    case "sessions":
      return { to: "/$slug/catalogue/event/$key/sessions", params: { slug, key: goal.key } };
    case "screen":
      return { to: goal.to, params: { slug } };
  }
};

/** Closes the search and opens the chosen result. */
const useGoal = (slug: string, onClose: () => void) => {
  const navigate = useNavigate();
  return (goal: Goal): void => {
    onClose();
    void navigate(placeOf(goal, slug));
  };
};

const stateOf = ({ error, orders, catalogue, q, isSearching }: ReturnType<typeof useSearch>, count: number): string => {
  if (error) return error.message;
  if (isSearching) return "";
  if ((orders ?? catalogue)?.too_short === true) return "Type at least two letters.";
  return q !== "" && count === 0 ? `Nothing matches “${q}”.` : "";
};

type GroupProps = {
  readonly group: FoundGroup;
  readonly listId: string;
  readonly active: Choice | undefined;
  readonly onGo: (goal: Goal) => void;
  readonly onPress: (event: KeyboardEvent) => void;
};

/** The focus stays in the field, which names the active row for screen readers; rows are pressed with a pointer. */
function Group({ group: { name, choices }, listId, active, onGo, onPress }: GroupProps) {
  return (
    <div role="group" aria-label={name} className={css.group}>
      <p className={css.kind} aria-hidden>
        {name}
      </p>
      {choices.map(({ key, label, hint, goal }) => (
        <div
          key={key}
          id={`${listId}-${key}`}
          className={css.choice}
          role="option"
          tabIndex={-1}
          aria-selected={key === active?.key}
          onClick={() => onGo(goal)}
          onKeyDown={onPress}
        >
          <span>{label}</span>
          <span className={css.hint}>{hint}</span>
        </div>
      ))}
    </div>
  );
}
