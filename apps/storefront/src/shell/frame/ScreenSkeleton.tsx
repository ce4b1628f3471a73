import { Page } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";

/** A placeholder for a screen whose script is loading. */
export function ScreenSkeleton() {
  return (
    <Page>
      <Skeleton shape="title" />
      <Skeleton shape="text" count={4} />
    </Page>
  );
}
