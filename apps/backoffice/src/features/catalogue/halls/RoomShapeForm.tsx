import { editShape, moveShape, removeShape, type RoomShape } from "@foyer/rules/seating/hall/roomShapes.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { ChoiceField, TextField } from "../ChapterFields.tsx";
import type { Loose } from "../document.ts";
import { MoveBy } from "./MoveBy.tsx";
import { tones, shapeName } from "./shapeWords.ts";
import css from "./Halls.module.css";

type RoomShapeFormProps = {
  readonly of: RoomShape;
  readonly document: Loose;
  readonly onEdit: (document: Loose) => void;
  readonly onRemoved: () => void;
  readonly isReadOnly: boolean;
};

const left = { name: "x", label: "From the left" };
const top = { name: "y", label: "From the top" };
const turned = { name: "rotate", label: "Turned by degrees" };
/** The numeric fields of each kind of shape. */
const numbers: Readonly<Record<string, readonly { readonly name: string; readonly label: string }[]>> = {
  rect: [
    left,
    top,
    { name: "width", label: "Width" },
    { name: "height", label: "Height" },
    { name: "r", label: "Round corners" },
    turned,
  ],
  circle: [
    { ...left, label: "Middle, from the left" },
    { ...top, label: "Middle, from the top" },
    { name: "r", label: "Radius" },
  ],
  text: [
    { ...left, label: "Middle, from the left" },
    { ...top, label: "Middle, from the top" },
    { name: "size", label: "Height of the letters" },
    turned,
  ],
};
const floorFirst = tones.toSorted((one, other) => Number(other.value === "floor") - Number(one.value === "floor"));

/** The properties and position of a shape in a room. */
export function RoomShapeForm({ of, document, onEdit, onRemoved, isReadOnly }: RoomShapeFormProps) {
  const { shape, list, index } = of;
  const kind = typeof shape["shape"] === "string" ? shape["shape"] : "";
  const shared = {
    record: shape,
    at: `${list}[${index}]`,
    onEdit: (next: Loose) => onEdit(editShape(document, of, next)),
  };
  return (
    <div className={css.stack} role="group" aria-label={shapeName(of)}>
      {kind === "text" ? (
        <TextField {...shared} name="text" label="Text" />
      ) : (
        <ChoiceField {...shared} name="tone" label="What it is" options={floorFirst} />
      )}
      <div className={css.pair}>
        {(numbers[kind] ?? []).map(({ name, label }) => (
          <TextField key={name} {...shared} name={name} label={label} isNumber />
        ))}
      </div>
      {kind === "path" && <p className={css.quiet}>Its corners are edited as YAML.</p>}
      {!isReadOnly && (
        <>
          <MoveBy onMove={(by) => onEdit(moveShape(document, of, by))} />
          <div>
            <Button
              size="small"
              onClick={() => {
                onEdit(removeShape(document, of));
                onRemoved();
              }}
            >
              Remove from the room
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
