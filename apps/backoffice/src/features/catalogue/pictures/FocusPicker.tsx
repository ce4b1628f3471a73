import { useRef, type PointerEvent } from "react";
import type { PictureFocus } from "@foyer/contract/shop/pictureFocus.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { Crops, type Crop } from "./Crops.tsx";
import { clampFocus, middle, movedByKey, writtenFocus } from "./focus.ts";
import css from "./FocusPicker.module.css";

type PickerProps = {
  readonly url: string;
  readonly crops: readonly Crop[];
  readonly focus: PictureFocus;
  readonly onChange: (focus: PictureFocus) => void;
};

/** Sets what stays in view when a picture is cropped: by clicking the picture, with the arrow keys, or by two numbers. */
export function FocusPicker({ url, crops, focus, onChange }: PickerProps) {
  const said = `${focus.x} % from the left, ${focus.y} % from the top`;
  return (
    <fieldset className={css.picker}>
      <legend className={css.legend}>What stays in view</legend>
      <p className={css.quiet}>
        Click what matters most in the picture, or move the point with the arrow keys. Hold Shift to move ten times as
        far.
      </p>
      <PictureArea url={url} focus={focus} label={`Focal point, ${said}`} onChange={onChange} />
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <div className={css.numbers}>
        <PercentField label="From the left" value={focus.x} onChange={(x) => onChange({ ...focus, x })} />
        <PercentField label="From the top" value={focus.y} onChange={(y) => onChange({ ...focus, y })} />
        {writtenFocus(focus) && (
          <Button size="small" onClick={() => onChange(middle)}>
            Back to the middle
          </Button>
        )}
      </div>
      <Crops url={url} crops={crops} focus={focus} />
    </fieldset>
  );
}

type AreaProps = Pick<PickerProps, "url" | "focus" | "onChange"> & { readonly label: string };

/** The whole picture with its focal point. */
function PictureArea({ url, focus, label, onChange }: AreaProps) {
  const point = useRef<HTMLButtonElement>(null);
  const place = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>): void => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    if (width > 0 && height > 0)
      onChange(clampFocus({ x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 }));
  };
  return (
    <div
      className={css.area}
      onPointerDown={(event) => {
        // Otherwise the browser would drag the picture and take the focus from the point.
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        place(event);
        point.current?.focus();
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && place(event)}
    >
      <img className={css.whole} src={url} alt="" draggable={false} />
      <button
        type="button"
        ref={point}
        className={css.point}
        style={{ insetInlineStart: `${focus.x}%`, insetBlockStart: `${focus.y}%` }}
        aria-label={label}
        onKeyDown={(event) => {
          const moved = movedByKey(focus, event.key, event.shiftKey);
          if (!moved) return;
          event.preventDefault();
          onChange(moved);
        }}
      />
    </div>
  );
}

type PercentProps = { readonly label: string; readonly value: number; readonly onChange: (value: number) => void };

function PercentField({ label, value, onChange }: PercentProps) {
  return (
    <Field label={label}>
      <TextInput
        type="number"
        min={0}
        max={100}
        step={1}
        after="%"
        value={value}
        onChange={({ target }) =>
          Number.isFinite(target.valueAsNumber) &&
          onChange(Math.min(100, Math.max(0, Math.round(target.valueAsNumber))))
        }
      />
    </Field>
  );
}
