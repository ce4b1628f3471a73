import type { ReactNode } from "react";

export type Story = {
  readonly group: string;
  readonly name: string;
  readonly render: () => ReactNode;
};

/** The stories of one group, keyed by name; a component among them can have state. */
export const storiesOf = (group: string, stories: Readonly<Record<string, () => ReactNode>>): readonly Story[] =>
  Object.entries(stories).map(([name, render]) => ({ group, name, render }));
