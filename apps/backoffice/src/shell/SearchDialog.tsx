import { useId, useState, type KeyboardEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { Dialog } from "../shared/Dialog.tsx";
import { formatVisit } from "../shared/format.ts";
import { quickSearchQuery } from "../features/orders/orderQueries.ts";
import type { Screen } from "./screens.ts";
import css from "./SearchDialog.module.css";

type SearchDialogProps = {
  readonly slug: string;
  readonly screens: readonly Screen[];
  readonly mayFindOrders: boolean;
  readonly onClose: () => void;
};
type Choice = { readonly key: string; readonly label: string; readonly hint: string; readonly go: () => void };

/** Finds orders and screens, only those that the reader may open. A whole number or code leads straight to its order. */
export function SearchDialog({ slug, screens, mayFindOrders, onClose }: SearchDialogProps) {
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const q = typed.trim();
  const { data, isFetching, error } = useQuery({ ...quickSearchQuery(slug, q), enabled: mayFindOrders && q !== "" });
  const open = (number: number): void => {
    onClose();
    void navigate({ to: "/$slug/orders/$number", params: { slug, number: String(number) } });
  };
  const choices: readonly Choice[] = [
    ...(data?.orders ?? []).slice(0, 8).map((order) => ({
      key: `order-${order.order_number}`,
      label: `${order.order_number} ${order.purchaser}`,
      hint: [order.events.join(", "), order.visit && formatVisit(order.visit)].filter(Boolean).join(" · "),
      go: () => open(order.order_number),
    })),
    ...screens
      .filter(({ label }) => label.toLowerCase().includes(q.toLowerCase()))
      .map(({ label, to }) => ({
        key: to,
        label,
        hint: "Screen",
        go: () => {
          onClose();
          void navigate({ to, params: { slug } });
        },
      })),
  ];
  const press = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setChosen((now) => Math.min(Math.max(0, now + step), choices.length - 1));
    }
    if (event.key !== "Enter" || isFetching) return;
    event.preventDefault();
    // A scanner types the code and presses Enter.
    if (data?.exact != null && chosen === 0) return open(data.exact);
    choices[chosen]?.go();
  };
  return (
    <Dialog title="Search" isWide onClose={onClose}>
      <TextInput
        type="search"
        role="combobox"
        aria-label="Search orders and screens"
        aria-expanded={choices.length > 0}
        aria-controls={listId}
        aria-activedescendant={choices[chosen] ? `${listId}-${chosen}` : undefined}
        placeholder="Order number, name, email, phone, card or code"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      <div className={css.list} id={listId} role="listbox" aria-label="Results" aria-busy={isFetching}>
        {choices.map(({ key, label, hint, go }, index) => (
          <div
            key={key}
            id={`${listId}-${index}`}
            className={css.choice}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={go}
            onKeyDown={press}
          >
            <span>{label}</span>
            <span className={css.hint}>{hint}</span>
          </div>
        ))}
      </div>
      <p className={css.state} role="status">
        {error
          ? error.message
          : data?.too_short
            ? "Type at least two letters."
            : q !== "" && !isFetching && choices.length === 0
              ? `Nothing matches “${q}”.`
              : ""}
      </p>
    </Dialog>
  );
}
