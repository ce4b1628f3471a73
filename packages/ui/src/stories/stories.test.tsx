import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Announcer } from "../feedback/Announcer.tsx";
import { badgeText } from "../feedback/Badge.tsx";
import { ModalStack } from "../overlay/ModalStack.tsx";
import { stories } from "./stories.tsx";

const onServer = (render: () => React.ReactNode) =>
  renderToString(
    <ModalStack>
      <Announcer>{createElement(render)}</Announcer>
    </ModalStack>,
  );

test.each(stories.map(({ group, name, render }) => [`${group}: ${name}`, render] as const))(
  "%s renders on a server, without a style attribute, which the content security policy would drop",
  (_, render) => {
    const html = onServer(render);
    expect(html.length).toBeGreaterThan(20);
    expect(html).not.toMatch(/\sstyle=/);
  },
);

test("story names are unique", () => {
  const names = stories.map(({ group, name }) => `${group}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
});

test.each([
  [1, "1"],
  [99, "99"],
  [100, "99+"],
])("a badge of %i shows %s", (count, text) => expect(badgeText(count)).toBe(text));
