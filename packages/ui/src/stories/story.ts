import type { ReactNode } from "react";

export type Story = {
  readonly group: string;
  readonly name: string;
  readonly render: () => ReactNode;
};

/** The stories of one group, named by their keys; a component among them may have state. */
export const storiesOf = (group: string, stories: Readonly<Record<string, () => ReactNode>>): readonly Story[] =>
  Object.entries(stories).map(([name, render]) => ({ group, name, render }));
