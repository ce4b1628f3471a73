import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from "react";
import css from "./catalogue.module.css";

type Props<T> = {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly nameOf: (item: T) => string;
  readonly onMove: (from: number, to: number) => void;
  readonly isFixed: boolean;
  /** Whether each row is a line of text. */
  readonly isPlain?: boolean;
  readonly children: (item: T, index: number) => ReactNode;
};

/**
 * A list that can be reordered: a row is moved by dragging its handle, with the arrow keys on the handle, or up by a
 * button.
 */
export function SortableList<T>({ items, keyOf, nameOf, onMove, isFixed, isPlain, children }: Props<T>) {
  const [dragged, setDragged] = useState<number>();
  const onKey = (event: KeyboardEvent, index: number): void => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to < items.length) onMove(index, to);
  };
  const onDrop = (event: DragEvent, index: number): void => {
    event.preventDefault();
    if (dragged !== undefined && dragged !== index) onMove(dragged, index);
    setDragged(undefined);
  };
  return (
    <ol className={css.sortable} data-plain={isPlain || undefined}>
      {items.map((item, index) => (
        <li
          key={keyOf(item)}
          className={css.sortableRow}
          data-dragged={dragged === index || undefined}
          onDragOver={(event) => dragged !== undefined && event.preventDefault()}
          onDrop={(event) => onDrop(event, index)}
        >
          {!isFixed && items.length > 1 && (
            <span className={css.move}>
              <button
                type="button"
                className={css.handle}
                draggable
                aria-label={`Move ${nameOf(item)}, ${index + 1} of ${items.length}`}
                title="Drag, or use the arrow keys"
                onKeyDown={(event) => onKey(event, index)}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = "move";
                  event.dataTransfer.setData("text/plain", keyOf(item));
                  setDragged(index);
                }}
                onDragEnd={() => setDragged(undefined)}
              >
                ⠿
              </button>
              {index > 0 && (
                <button
                  type="button"
                  className={css.up}
                  aria-label={`Up: ${nameOf(item)}`}
                  onClick={() => onMove(index, index - 1)}
                >
                  ↑
                </button>
              )}
            </span>
          )}
          {children(item, index)}
        </li>
      ))}
    </ol>
  );
}
