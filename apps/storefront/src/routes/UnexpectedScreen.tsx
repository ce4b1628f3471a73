import { Unexpected } from "../shell/Unexpected.tsx";
import { shellStrings } from "../shell/shell.strings.ts";
import type { Place } from "./screen.ts";

export function Screen() {
  return <Unexpected kind="generic" />;
}

export const head = ({ boot }: Place) => ({
  title: boot.seller.strings["shell.unexpected.title"] ?? shellStrings["shell.unexpected.title"],
});
