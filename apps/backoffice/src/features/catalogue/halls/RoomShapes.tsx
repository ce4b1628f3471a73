import { maxShapes } from "@foyer/rules/seating/hall/roomShapes.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import type { Loose } from "../document.ts";
import { RoomShapeForm } from "./RoomShapeForm.tsx";
import { boxInMiddle, kindsOfShape, shapeName } from "./shapeWords.ts";
import type { Room } from "./useRoom.ts";
import css from "./Halls.module.css";

type RoomShapesProps = {
  readonly document: Loose;
  readonly size: { readonly width: number; readonly height: number };
  readonly room: Room;
  readonly onEdit: (document: Loose) => void;
  readonly isReadOnly: boolean;
};

/**
 * The stage, walls and texts of a room: they can be chosen on the drawing or in the list, added, moved, changed and
 * removed.
 */
export function RoomShapes({ document, size, room, onEdit, isReadOnly }: RoomShapesProps) {
  const { shapes, chosen, choose, adding, setAdding, add } = room;
  const isFull = shapes.filter(({ list }) => list === "other_elements").length >= maxShapes;
  return (
    <section className={css.stack} aria-labelledby="in-the-room">
      <h2 className={css.title} id="in-the-room">
        In the room
      </h2>
      {!isReadOnly && (
        <div className={css.actions} role="group" aria-label="Add to the room">
          {kindsOfShape.map(({ value, label }) => (
            <Button
              key={value}
              size="small"
              disabled={isFull}
              aria-pressed={adding === value}
              aria-label={`Add: ${label}`}
              onClick={() => setAdding(adding === value ? undefined : value)}
            >
              + {label}
            </Button>
          ))}
        </div>
      )}
      {adding && (
        <Banner
          action={
            <Button size="small" onClick={() => add(adding, boxInMiddle(size))}>
              Put it in the middle
            </Button>
          }
        >
          Draw it on the map with the mouse.
        </Banner>
      )}
      <ul className={css.list}>
        {shapes.map((one) => {
          const isChosen = chosen?.list === one.list && chosen.index === one.index;
          return (
            <li key={`${one.list} ${one.index}`} className={css.shape}>
              <button
                type="button"
                className={css.choose}
                aria-expanded={isChosen}
                onClick={() => choose(isChosen ? undefined : one)}
              >
                {shapeName(one)}
              </button>
              {isChosen && (
                <RoomShapeForm
                  of={one}
                  document={document}
                  onEdit={onEdit}
                  onRemoved={() => choose(undefined)}
                  isReadOnly={isReadOnly}
                />
              )}
            </li>
          );
        })}
      </ul>
      {shapes.length === 0 && <p className={css.quiet}>There are no shapes yet.</p>}
    </section>
  );
}
