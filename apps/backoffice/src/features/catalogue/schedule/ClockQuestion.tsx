import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { startAmbiguity, unresolvedAmbiguity, type StartAmbiguity } from "@foyer/rules/schedule/startAmbiguity.ts";
import type { ScheduledSession } from "@foyer/rules/schedule/scheduledSession.ts";
import { chooseClock } from "@foyer/rules/schedule/sessionChanges.ts";
import type { ClockChoice } from "@foyer/rules/schedule/timetable.ts";
import type { Loose } from "../document.ts";

type Props = {
  readonly event: Loose;
  readonly session: ScheduledSession;
  readonly timezone: string;
  readonly isFixed: boolean;
  readonly onEdit: (event: Loose) => void;
};
type Answer = { readonly label: string; readonly choice: ClockChoice };

const questions: Readonly<
  Record<StartAmbiguity, (session: ScheduledSession) => { readonly text: string; readonly answers: readonly Answer[] }>
> = {
  skipped: ({ at, planned: { local_start } }) => ({
    text: `The clocks skip ${at} that day.`,
    answers: [
      { label: `Start at ${local_start}`, choice: { when_skipped: "move" } },
      { label: "Leave it out", choice: { when_skipped: "omit" } },
    ],
  }),
  repeated: ({ at }) => ({
    text: `The clocks show ${at} twice that day.`,
    answers: [
      { label: "The first", choice: { when_repeated: "first" } },
      { label: "The second", choice: { when_repeated: "second" } },
    ],
  }),
};

/** Asks which time is meant if the venue's clocks skip it or show it twice, until one is chosen. */
export function ClockQuestion({ event, session, timezone, isFixed, onEdit }: Props) {
  const doubt = startAmbiguity(session, timezone);
  if (!doubt) return null;
  const { text, answers } = questions[doubt](session);
  const isOpen = unresolvedAmbiguity(session, timezone) !== undefined;
  const isChosen = ({ choice }: Answer): boolean =>
    doubt === "skipped"
      ? session.clock?.when_skipped === choice.when_skipped
      : session.clock?.when_repeated === choice.when_repeated;
  return (
    <RadioGroup
      legend={text}
      error={isOpen && "Choose one. Your choice applies every year."}
      value={answers.find(isChosen)?.label}
      options={answers.map(({ label }) => ({ value: label, label, disabled: isFixed }))}
      onChange={(label) => {
        const chosen = answers.find((answer) => answer.label === label);
        if (chosen) onEdit(chooseClock(event, session, chosen.choice));
      }}
    />
  );
}
