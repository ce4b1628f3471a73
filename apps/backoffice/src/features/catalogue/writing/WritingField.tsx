import { LazyPart } from "../../../shared/loading/LazyPart.tsx";
import { lazyModule } from "../../../shared/loading/lazyModule.ts";
import type { WritingProps } from "./WritingEditor.tsx";

const lazyWritingEditor = lazyModule(() => import("./WritingEditor.tsx"));

/** A formatted text with a preview. The editor's code is loaded on demand. */
export function WritingField(props: WritingProps) {
  return (
    <LazyPart part={lazyWritingEditor} skeleton="tile" count={1}>
      {(part) => <part.WritingEditor {...props} />}
    </LazyPart>
  );
}
