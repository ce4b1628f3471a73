import { useEffect, useRef, useState } from "react";
import type { AdmitReason } from "@foyer/contract/office/gate/admission.ts";
import type { GateAnswer, GateSubject } from "@foyer/contract/office/gate/gate.ts";
import { count, plural } from "../shared/format/format.ts";
import { canOverride, letSomebodyIn } from "./gateAnswers.ts";
import type { Scanned } from "./gateView.ts";
import { AdmitForm } from "./supervisor/AdmitForm.tsx";
import type { Supervisor } from "./supervisor/supervisorCode.ts";
import { linesOf, reasonOf, signs, startOf, type GateClock } from "./words.ts";
import css from "./Answer.module.css";

/** Milliseconds after which Welcome disappears by itself, so that the next visitor can be scanned at once. */
const welcomeMs = 2500;

export type AnswerActions = {
  readonly close: () => void;
  readonly undo: () => void;
  readonly admit: (reason: AdmitReason, allowed?: Scanned["allowed"]) => Promise<void>;
  readonly choose: (subjects: readonly GateSubject[]) => void;
};

type AnswerProps = {
  readonly answer: GateAnswer;
  readonly scanned: Scanned;
  readonly party: { readonly in: number; readonly of: number } | undefined;
  readonly isOwn: boolean;
  readonly canUndo: boolean;
  readonly clock: GateClock;
  readonly listTime: string | undefined;
  readonly mayAdmitAnyway: boolean;
  /** The supervisors who can approve it with their code, if nobody here can. */
  readonly supervisors: readonly Supervisor[] | undefined;
  readonly problem: string | undefined;
  readonly actions: AnswerActions;
};

/** The answer over the whole screen: colour, sign, word, and what to do. */
export function Answer(props: AnswerProps) {
  const { answer, scanned, party, isOwn, canUndo, clock, listTime } = props;
  const { mayAdmitAnyway, supervisors = [], problem, actions } = props;
  const { shown, subject, choices, counts } = answer;
  const main = useRef<HTMLButtonElement>(null);
  const { sign, word } = signs[shown];
  const isIn = letSomebodyIn(answer);
  const isWelcome = shown === "welcome";
  const isOut = scanned.direction === "out";
  const canAdmit = canOverride(answer, scanned) && (answer.may_admit || mayAdmitAnyway || supervisors.length > 0);
  useEffect(() => {
    main.current?.focus();
    if (!isWelcome) return undefined;
    const timer = setTimeout(actions.close, welcomeMs);
    return () => clearTimeout(timer);
  }, [answer, isWelcome, actions.close]);
  const title = counts === "undo" && isWelcome ? "Undone" : isIn && !isWelcome ? "Let in" : word;
  return (
    <section
      className={css.answer}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="answer-word"
      aria-describedby={subject ? "answer-lines answer-subject" : "answer-lines"}
      data-shown={shown}
    >
      <div className={css.said}>
        <p className={css.sign} aria-hidden="true">
          {sign}
        </p>
        <h2 className={css.word} id="answer-word">
          {title}
        </h2>
        <div id="answer-lines" className={css.lines}>
          {linesOf(answer, { clock, listTime }).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        {subject && <Subject subject={subject} clock={clock} />}
        {party && (
          <p className={css.note}>
            {party.in} of {party.of} checked in.
          </p>
        )}
        {isOwn && <p className={css.note}>Decided on this device, without the server.</p>}
      </div>
      {choices.length > 0 && <Choices choices={choices} isOut={isOut} clock={clock} onChoose={actions.choose} />}
      <div className={css.actions}>
        {canAdmit && (
          <AdmitForm
            answer={answer}
            supervisors={answer.may_admit || mayAdmitAnyway ? [] : supervisors}
            onAdmit={actions.admit}
          />
        )}
        {problem !== undefined && (
          <p role="alert" className={css.problem}>
            {problem}
          </p>
        )}
        {canUndo && (
          <button type="button" className={css.plain} onClick={actions.undo}>
            {isIn || party ? "Undo" : "Undo that check-in"}
          </button>
        )}
        <button ref={main} type="button" className={choices.length > 0 ? css.plain : css.next} onClick={actions.close}>
          Next
        </button>
      </div>
    </section>
  );
}

const allowed = ({ type, quantity }: NonNullable<GateSubject["allowance"]>[number]): string => {
  const name = type ?? plural(quantity, "ticket");
  return quantity < 0 ? `any number of ${type ?? "tickets"}` : `${quantity} × ${name}`;
};

function Subject({ subject, clock }: { readonly subject: GateSubject; readonly clock: GateClock }) {
  const { event, session, type, name, seat, party, allowance, tickets_today, answers } = subject;
  const time = session && startOf(session, clock);
  return (
    <div className={css.subject} id="answer-subject">
      <p className={css.what}>
        {party === null ? `1 × ${type}` : type}
        {party !== null && party > 1 && `, ${party} people`}
      </p>
      {name !== null && <p className={css.name}>{name}</p>}
      <p>{[event, time, seat].filter((part) => part !== null && part !== "").join(" · ")}</p>
      {allowance !== null && allowance.length > 0 && <p>{`A visit: ${allowance.map(allowed).join(", ")}`}</p>}
      {tickets_today !== null && tickets_today > 0 && <p>{`${count(tickets_today, "ticket")} for today`}</p>}
      {answers.map(({ label, value }) => (
        <p key={label}>
          {label}: {value}
        </p>
      ))}
    </div>
  );
}

type Choice = GateAnswer["choices"][number];
type Line = {
  readonly key: string;
  readonly label: string;
  readonly open: readonly GateSubject[];
  readonly closed: readonly Choice[];
};

const linesOfChoices = (choices: readonly Choice[], clock: GateClock): readonly Line[] =>
  [
    ...Map.groupBy(
      choices,
      ({ subject: { type, session, name } }) => `${type}|${session?.day ?? ""} ${session?.start ?? ""}|${name ?? ""}`,
    ),
  ].map(([key, all]) => {
    const [{ subject }] = all as [Choice];
    const time = subject.session ? `, ${startOf(subject.session, clock)}` : "";
    const isFree = ({ shown }: Choice): boolean => shown === "welcome";
    return {
      key,
      label: `${subject.type}${time}${subject.name === null ? "" : `, ${subject.name}`}`,
      open: all.filter(isFree).map((one) => one.subject),
      closed: all.filter((one) => !isFree(one)),
    };
  });

type ChoicesProps = {
  readonly choices: readonly Choice[];
  readonly isOut: boolean;
  readonly clock: GateClock;
  readonly onChoose: (subjects: readonly GateSubject[]) => void;
};

/** Chooses the people of an order who enter or leave: all unless some are deselected. Those who cannot show the reason. */
function Choices({ choices, isOut, clock, onChoose }: ChoicesProps) {
  const lines = linesOfChoices(choices, clock);
  const [less, setLess] = useState<Readonly<Record<string, number>>>({});
  const countOf = ({ key, open }: Line): number => open.length - (less[key] ?? 0);
  const chosen = lines.flatMap((line) => line.open.slice(0, countOf(line)));
  const change = ({ key, open }: Line, step: number): void =>
    setLess({ ...less, [key]: Math.min(open.length, Math.max(0, (less[key] ?? 0) - step)) });
  return (
    <div className={css.choices}>
      <ul>
        {lines.map((line) => (
          <li key={line.key}>
            <span>
              {line.label}
              {[...Map.groupBy(line.closed, ({ reason }) => reason)].map(([reason, all]) => (
                <small key={reason}>
                  {all.length} not now: {reasonOf(reason)}
                </small>
              ))}
            </span>
            {line.open.length > 0 && (
              <span className={css.stepper}>
                <button type="button" aria-label={`One fewer: ${line.label}`} onClick={() => change(line, -1)}>
                  −
                </button>
                <output>{countOf(line)}</output>
                <button type="button" aria-label={`One more: ${line.label}`} onClick={() => change(line, 1)}>
                  +
                </button>
              </span>
            )}
            {line.open.length === 0 && !isOut && line.closed[0] && (
              <button
                type="button"
                className={css.plain}
                aria-label={`Look at: ${line.label}`}
                onClick={() => onChoose(line.closed.slice(0, 1).map(({ subject }) => subject))}
              >
                Look
              </button>
            )}
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <button type="button" className={css.next} onClick={() => onChoose(chosen)}>
          {`Check ${isOut ? "out" : "in"} ${chosen.length}`}
        </button>
      )}
    </div>
  );
}
