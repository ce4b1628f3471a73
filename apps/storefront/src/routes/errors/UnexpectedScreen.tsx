import { UnexpectedErrorPage } from "../../shell/errors/UnexpectedErrorPage.tsx";
import { shellStrings } from "../../shell/frame/shell.strings.ts";
import type { ScreenContext } from "../screen.ts";

export function Screen() {
  return <UnexpectedErrorPage />;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["shell.unexpected.title"] ?? shellStrings["shell.unexpected.title"],
});
