import { use } from "react";
import type { Theme } from "@foyer/contract/theme.ts";
import { minTextContrast } from "@foyer/rules/values/theme/themeColors.ts";
import {
  contrastText,
  themePairs,
  unreadableColors,
  type ColorPair,
  type ThemeMode,
} from "@foyer/rules/values/theme/themePairs.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { ChapterForm } from "../ChapterFields.tsx";
import css from "./Brand.module.css";

const pairNames: Readonly<Record<string, string>> = {
  "text paper": "Text on paper",
  "text surface": "Text on surfaces",
  "brand paper": "Links on paper",
  "brand surface": "Links on surfaces",
  "brand fill": "Text on buttons",
  "accent fill": "Text on the accent",
};

type ListProps = {
  readonly theme: Theme;
  readonly mode: ThemeMode;
  readonly onTake: (name: string, color: string) => void;
};

/** The contrast of each pair of colours, with the nearest readable colour if it is too low. */
export function ContrastList({ theme, mode, onTake }: ListProps) {
  const { isReadOnly } = use(ChapterForm);
  const unreadable = unreadableColors(theme).filter((one) => one.mode === mode);
  const pairs = themePairs(theme).filter((pair) => pair.mode === mode);
  return (
    <section aria-label="Contrast">
      <h2 className={css.heading}>Contrast</h2>
      <p className={css.quiet}>Text needs {minTextContrast}:1 at least.</p>
      <ul className={css.pairs}>
        {pairs.map((pair) => (
          <PairRow key={`${pair.color} ${pair.ground}`} pair={pair} />
        ))}
      </ul>
      {unreadable.map(({ name, companion }) => (
        <p key={name} className={css.offer}>
          <span>
            {name === "text" ? "Text" : "Surface"} cannot be published like this. {companion} can be read.
          </span>
          {!isReadOnly && (
            <Button size="small" onClick={() => onTake(name, companion)}>
              Use {companion}
            </Button>
          )}
        </p>
      ))}
    </section>
  );
}

function PairRow({ pair }: { readonly pair: ColorPair }) {
  const { color, ground, wanted, drawn, behind, contrast } = pair;
  const isReadable = contrast >= minTextContrast;
  return (
    <li className={css.pairRow}>
      <span className={css.sample} style={{ background: behind, color: drawn }} aria-hidden>
        Aa
      </span>
      <span>
        {pairNames[`${color} ${ground}`]}
        {!isReadable && color === "brand" && (
          <span className={css.note}>
            {wanted} is too faint for text. Links use {drawn}.
          </span>
        )}
      </span>
      <Tag tone={isReadable ? "success" : color === "brand" ? "neutral" : "danger"}>{contrastText(contrast)}</Tag>
    </li>
  );
}
