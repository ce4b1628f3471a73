import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Skeleton, type SkeletonProps } from "@foyer/ui/feedback/Skeleton.tsx";
import { describeLoadError } from "./describeRefusal.ts";

export type LoadStateProps = {
  /** The result of `useQuery` or `useInfiniteQuery`, or several queries combined into the same shape. */
  readonly query: { readonly error: Error | null; readonly isPending: boolean; readonly refetch: () => unknown };
  /** The shape of the placeholders; none are shown without it. */
  readonly skeleton?: SkeletonProps["shape"] | undefined;
  readonly count?: number;
  /** Shown instead of the error's own message. */
  readonly sentence?: string;
};

/**
 * Placeholders until there is data, or why a query failed, with a button to try again where that can help. The caller renders the data beside
 * it.
 */
export function LoadState({ query, skeleton, count = 1, sentence }: LoadStateProps) {
  const { error, isPending, refetch } = query;
  const problem = error && describeLoadError(error);
  return (
    <>
      {problem && (
        <Banner tone="error" action={problem.canRetry && <Button onClick={() => void refetch()}>Try again</Button>}>
          {sentence ?? problem.text}
        </Banner>
      )}
      {isPending && skeleton && <Skeleton shape={skeleton} count={count} />}
    </>
  );
}
