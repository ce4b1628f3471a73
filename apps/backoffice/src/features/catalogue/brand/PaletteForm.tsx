import { use, useState } from "react";
import type { Theme } from "@foyer/contract/theme.ts";
import { darkColors, lightColors } from "@foyer/rules/values/theme/themeColors.ts";
import type { ThemeMode } from "@foyer/rules/values/theme/themePairs.ts";
import { Tabs } from "@foyer/ui/layout/Tabs.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { ChapterForm, useMessagesAt } from "../ChapterFields.tsx";
import { recordOf, withField, type Loose } from "../document.ts";
import { ContrastList } from "./ContrastList.tsx";
import { hexOf, paletteNames } from "./themeOf.ts";
import { FieldGroup } from "../FieldGroup.tsx";
import forms from "../catalogue.module.css";
import css from "./Brand.module.css";

const colorNames = {
  brand: { label: "Brand", hint: "Buttons and links." },
  accent: { label: "Accent", hint: "Chosen days and seats." },
  paper: { label: "Paper", hint: "Page background." },
  surface: { label: "Surface", hint: "Panels and fields." },
  text: { label: "Text", hint: "All text." },
} as const;

type PaletteProps = {
  /** The theme as typed. */
  readonly record: Loose;
  /** The valid part of it. */
  readonly theme: Theme;
  readonly onEdit: (theme: Loose) => void;
};

/** The colours of both modes, and the contrast of each pair. */
export function PaletteForm({ record, theme, onEdit }: PaletteProps) {
  const [mode, setMode] = useState<ThemeMode>("light");
  const palette = recordOf(record[mode]);
  const light = lightColors(theme.light);
  const drawn = mode === "light" ? light : darkColors(theme.dark, light);
  const setColor = (name: string, color: unknown): void => {
    const next = withField(palette, name, color);
    onEdit(withField(record, mode, Object.keys(next).length > 0 ? next : undefined));
  };
  return (
    <FieldGroup title="Colours">
      <Tabs
        label="Mode of the colours"
        value={mode}
        onChange={(value) => setMode(value as ThemeMode)}
        tabs={[
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      >
        <div className={css.stack}>
          <div className={forms.pair}>
            {paletteNames.map((name) => (
              <ColorField
                key={name}
                name={name}
                mode={mode}
                color={palette[name]}
                derived={drawn[name]}
                onEdit={(color) => setColor(name, color)}
              />
            ))}
          </div>
          <ContrastList theme={theme} mode={mode} onTake={setColor} />
        </div>
      </Tabs>
    </FieldGroup>
  );
}

type ColorProps = {
  readonly name: keyof typeof colorNames;
  readonly mode: ThemeMode;
  readonly color: unknown;
  /** The colour used while the field is empty. */
  readonly derived: string;
  readonly onEdit: (color: unknown) => void;
};

function ColorField({ name, mode, color, derived, onEdit }: ColorProps) {
  const { isReadOnly } = use(ChapterForm);
  const { label, hint } = colorNames[name];
  const hex = hexOf(color);
  const { opacity } = recordOf(color);
  const type = (typed: string): void =>
    onEdit(opacity === undefined || typed === "" ? typed : { color: typed, opacity });
  return (
    <Field
      label={label}
      {...useMessagesAt(
        `theme.${mode}.${name}`,
        hex === ""
          ? `${hint} Empty: ${derived}.`
          : typeof opacity === "number"
            ? `${hint} At ${opacity * 100}% opacity.`
            : hint,
      )}
    >
      <TextInput
        value={hex}
        readOnly={isReadOnly}
        placeholder={derived}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => type(target.value.trim())}
        after={
          <input
            className={css.well}
            type="color"
            aria-label={`Choose ${label.toLowerCase()}`}
            value={/^#[0-9a-f]{6}$/i.test(hex) ? hex : derived}
            disabled={isReadOnly}
            onChange={({ target }) => type(target.value)}
          />
        }
      />
    </Field>
  );
}
