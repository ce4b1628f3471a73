import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Theme } from "@foyer/contract/theme.ts";
import type { ThemeMode } from "@foyer/rules/values/theme/themePairs.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { pictureQuery } from "../pictures/pictureQueries.ts";
import { SamplePage } from "./SamplePage.tsx";
import { StorefrontFrame } from "./StorefrontFrame.tsx";
import css from "./Brand.module.css";

type Device = "phone" | "desktop";
/** CSS pixels. */
const widths: Readonly<Record<Device, number>> = { phone: 390, desktop: 1280 };

type PreviewProps = {
  readonly slug: string;
  readonly name: string;
  readonly logos: Readonly<Record<ThemeMode, string>>;
  readonly theme: Theme;
  readonly currency: string;
};

/** The storefront's components in the colours and typefaces of the draft. */
export function StorefrontPreview({ slug, name, logos, theme, currency }: PreviewProps) {
  const [device, setDevice] = useState<Device>("phone");
  const [chosen, setMode] = useState<ThemeMode>("light");
  const fixed = theme.mode === "light" || theme.mode === "dark" ? theme.mode : undefined;
  const mode = fixed ?? chosen;
  const { data: logo } = useQuery(pictureQuery(slug, mode === "dark" && logos.dark !== "" ? logos.dark : logos.light));
  return (
    <section className={css.preview} aria-label="Preview">
      <div className={css.choices}>
        <Field label="Width">
          <Select
            value={device}
            onChange={({ target }) => setDevice(target.value as Device)}
            options={[
              { value: "phone", label: "Phone" },
              { value: "desktop", label: "Desktop" },
            ]}
          />
        </Field>
        <Field label="Mode">
          <Select
            value={mode}
            onChange={({ target }) => setMode(target.value as ThemeMode)}
            options={[
              { value: "light", label: "Light", disabled: fixed === "dark" },
              { value: "dark", label: "Dark", disabled: fixed === "light" },
            ]}
          />
        </Field>
      </div>
      <StorefrontFrame title="Storefront in the draft’s brand" theme={theme} mode={mode} width={widths[device]}>
        <SamplePage name={name} logo={logo?.picture?.url} currency={currency} />
      </StorefrontFrame>
      <p className={css.quiet}>
        An example of a page, with the components of the storefront. Nothing in it is for sale.
      </p>
    </section>
  );
}
