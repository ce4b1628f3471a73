import { Page } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";

/** Holds the place of a screen whose script is still on its way. */
export function ScreenSkeleton() {
  return (
    <Page>
      <Skeleton shape="title" />
      <Skeleton shape="text" count={4} />
    </Page>
  );
}
