import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextArea } from "@foyer/ui/form/TextArea.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";

/** Whether to write to the buyers, and what. Nothing is preselected, since the server requires a decision. */
export type TypedAnswer = {
  readonly writes: "yes" | "no" | "";
  readonly subject: string;
  readonly message: string;
};
export const noAnswer: TypedAnswer = { writes: "", subject: "", message: "" };
type Counted = { readonly orders: number };

export const isAnswered = ({ writes, subject, message }: TypedAnswer, { orders }: Counted): boolean =>
  orders === 0 || writes === "no" || (writes === "yes" && subject.trim() !== "" && message.trim() !== "");

/** The answer as the calls send it, with the number of orders that was shown; empty if there are no buyers. */
export const answerToSend = ({ writes, subject, message }: TypedAnswer, { orders }: Counted) =>
  orders === 0
    ? {}
    : {
        expected: { orders },
        write_to_buyers: writes === "yes" ? { subject: subject.trim(), message: message.trim() } : null,
      };

type AnswerFieldsProps = {
  readonly answer: TypedAnswer;
  readonly mayWrite: boolean;
  readonly onChange: (answer: TypedAnswer) => void;
};

export function AnswerFields({ answer, mayWrite, onChange }: AnswerFieldsProps) {
  return (
    <>
      <RadioGroup
        legend="Write to the buyers?"
        value={answer.writes}
        onChange={(writes) => onChange({ ...answer, writes: writes === "yes" ? "yes" : "no" })}
        options={[
          { value: "no", label: "No" },
          ...(mayWrite ? [{ value: "yes", label: "Yes, this message to each order" }] : []),
        ]}
      />
      {answer.writes === "yes" && (
        <>
          <Field label="Subject" required>
            <TextInput
              value={answer.subject}
              maxLength={200}
              onChange={({ target }) => onChange({ ...answer, subject: target.value })}
            />
          </Field>
          <Field
            label="Message"
            hint="Start a new paragraph with an empty line. The link to the order is added below."
            required
          >
            <TextArea
              rows={5}
              value={answer.message}
              maxLength={5000}
              onChange={({ target }) => onChange({ ...answer, message: target.value })}
            />
          </Field>
        </>
      )}
    </>
  );
}
