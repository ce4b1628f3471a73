import { actionStories } from "./stories/actions.tsx";
import { choiceStories } from "./stories/choices.tsx";
import { contentStories } from "./stories/content.tsx";
import { feedbackStories } from "./stories/feedback.tsx";
import { seatStories } from "./stories/seats.tsx";
import { fieldStories } from "./stories/fields.tsx";
import type { Story } from "./stories/story.ts";

/** Every component in every state. Shown inside a ModalStack and an Announcer. */
export const stories: readonly Story[] = [
  ...contentStories,
  ...actionStories,
  ...choiceStories,
  ...fieldStories,
  ...seatStories,
  ...feedbackStories,
];
