import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Skeleton, type SkeletonProps } from "@foyer/ui/feedback/Skeleton.tsx";

export type LoadStateProps = {
  /** What `useQuery` or `useInfiniteQuery` returns, or the same of several queries together. */
  readonly query: { readonly error: Error | null; readonly isPending: boolean; readonly refetch: () => unknown };
  /** The shape of the placeholders. Without it there are none. */
  readonly skeleton?: SkeletonProps["shape"] | undefined;
  readonly count?: number;
  /** Instead of the error's own message. */
  readonly sentence?: string;
};

/** Why a query failed, with a button to try again, and placeholders until there are data. The data are shown beside it. */
export function LoadState({ query, skeleton, count = 1, sentence }: LoadStateProps) {
  const { error, isPending, refetch } = query;
  return (
    <>
      {error && (
        <Banner tone="error" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {sentence ?? error.message}
        </Banner>
      )}
      {isPending && skeleton && <Skeleton shape={skeleton} count={count} />}
    </>
  );
}
