import { useNavigate } from "@tanstack/react-router";
import type { ViewScreen } from "@foyer/contract/office/orders/savedViews.ts";
import { SavedViews } from "./SavedViews.tsx";

type ListViewsProps = {
  readonly slug: string;
  readonly screen: ViewScreen;
  /** The address parameters of the list. */
  readonly search: Readonly<Record<string, string | undefined>>;
};

/**
 * The saved views of a list whose filters are in its address. A search is not a filter: it may name a person, and is not
 * saved.
 */
export function ListViews({ slug, screen, search }: ListViewsProps) {
  const { q: _, ...filters } = search;
  const navigate = useNavigate();
  return (
    <SavedViews
      {...{ slug, screen, filters }}
      onChoose={(chosen) => void navigate({ to: ".", search: chosen as never, replace: true })}
    />
  );
}
