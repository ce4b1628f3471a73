import { lazy, Suspense } from "react";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import type { WritingProps } from "./WritingEditor.tsx";

const WritingEditor = lazy(() => import("./WritingEditor.tsx").then((file) => ({ default: file.WritingEditor })));

/** A formatted text with a preview. The editor's code is loaded on demand. */
export function WritingField(props: WritingProps) {
  return (
    <Suspense fallback={<Skeleton shape="tile" count={1} />}>
      <WritingEditor {...props} />
    </Suspense>
  );
}
