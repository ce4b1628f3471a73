import { Button } from "@foyer/ui/action/Button.tsx";

type ShowMoreProps = {
  /** The result of `useInfiniteQuery`. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  readonly children: string;
};

/** The button below a list that reads its next page; nothing if there is none. */
export function ShowMore({ query, children }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (!hasNextPage) return null;
  return (
    <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {children}
    </Button>
  );
}
