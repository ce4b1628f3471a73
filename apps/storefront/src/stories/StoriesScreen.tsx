import { Page, PageSection, Sections } from "@foyer/ui/layout/Layout.tsx";
import { stories } from "@foyer/ui/stories/stories.tsx";

const groups = [...new Set(stories.map(({ group }) => group))];

/** Every component in every state, for developers. Not available in production. */
export function Screen() {
  return (
    <Page>
      <h1>Components</h1>
      <Sections>
        {groups.map((group) => (
          <PageSection key={group} heading={group} headingId={`stories-${group}`}>
            {stories
              .filter((story) => story.group === group)
              .map(({ name, render: Story }) => (
                <div key={name}>
                  <h3>{name}</h3>
                  <Story />
                </div>
              ))}
          </PageSection>
        ))}
      </Sections>
    </Page>
  );
}

export const head = () => ({ title: "Components" });
