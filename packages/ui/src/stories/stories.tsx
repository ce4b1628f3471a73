import { actionStories } from "./actions.tsx";
import { choiceStories } from "./choices.tsx";
import { contentStories } from "./content.tsx";
import { feedbackStories } from "./feedback.tsx";
import { seatStories } from "./seats.tsx";
import { fieldStories } from "./fields.tsx";
import type { Story } from "./story.ts";

/** Every component in every state. Shown inside a ModalStack and an Announcer. */
export const stories: readonly Story[] = [
  ...contentStories,
  ...actionStories,
  ...choiceStories,
  ...fieldStories,
  ...seatStories,
  ...feedbackStories,
];
