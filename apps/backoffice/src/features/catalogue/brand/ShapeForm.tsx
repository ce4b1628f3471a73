import { use } from "react";
import { fontFaces } from "@foyer/contract/theme.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { ChapterForm, ChoiceField, TextField, useMessagesAt } from "../ChapterFields.tsx";
import type { Loose } from "../document.ts";
import forms from "../catalogue.module.css";
import { FieldGroup } from "../FieldGroup.tsx";

const faces = [{ value: "", label: "Default" }, ...fontFaces.map((face) => ({ value: face, label: face }))];

const modes = [
  { value: "auto", label: "As the device" },
  { value: "light", label: "Always light" },
  { value: "dark", label: "Always dark" },
] as const;

/** The generations of the theme that look different: those below the third look alike. */
const looks = [
  { value: "1", label: "Centred, with panels" },
  { value: "3", label: "Large headings" },
] as const;

/** The typefaces, the corners, and the generation of the storefront's theme. */
export function ShapeForm({ record, onEdit }: { readonly record: Loose; readonly onEdit: (theme: Loose) => void }) {
  const { isReadOnly } = use(ChapterForm);
  const shared = { record, at: "theme", onEdit };
  const tier = typeof record["tier"] === "number" && record["tier"] >= 3 ? "3" : "1";
  return (
    <FieldGroup title="Type and shape">
      <div className={forms.pair}>
        <ChoiceField {...shared} name="display_face" label="Headings" options={faces} />
        <ChoiceField {...shared} name="text_face" label="Text" options={faces} />
        <Field label="Layout" {...useMessagesAt("theme.tier")}>
          <Select
            value={tier}
            disabled={isReadOnly}
            options={looks}
            onChange={({ target }) => onEdit({ ...record, tier: Number(target.value) })}
          />
        </Field>
        <ChoiceField {...shared} name="mode" label="Light or dark" options={modes} />
        <TextField {...shared} name="radius" label="Corners, pixels" isNumber hint="From 0 (square) to 32." />
      </div>
    </FieldGroup>
  );
}
