import type { Theme } from "@foyer/contract/theme.ts";
import { minTextContrast } from "@foyer/rules/values/theme/themeColors.ts";
import { contrastText, unreadableColors } from "@foyer/rules/values/theme/themePairs.ts";
import type { Path } from "../format/problems.ts";
import type { ValidationContext } from "./validationContext.ts";

const grounds = { text: "paper and surface", surface: "any text that is readable on the paper" } as const;

/** Reports colours whose contrast is too low. */
export const checkTheme = (theme: Theme | undefined, path: Path, addProblem: ValidationContext["addProblem"]): void => {
  for (const { mode, name, contrast, companion } of unreadableColors(theme ?? {}))
    addProblem(
      [...path, mode, name],
      `has a contrast of ${contrastText(contrast)} with ${grounds[name]}, but needs at least ${minTextContrast}:1; ${companion} is readable`,
    );
};
