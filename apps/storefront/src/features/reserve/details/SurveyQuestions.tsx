import type { SurveyField } from "@foyer/rules/forms/survey.ts";
import { detailField, type DetailGroup } from "@foyer/rules/forms/ticketDetails.ts";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { RadioGroup } from "@foyer/ui/choice/RadioGroup.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { TextInput, type TextInputProps } from "@foyer/ui/form/TextInput.tsx";
import { emailInput } from "../../../shared/form/inputKinds.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { detailStrings } from "./details.strings.ts";
import css from "./DetailFields.module.css";
import { useFieldError } from "./detailText.ts";
import { FormStep } from "../../../shared/form/FormStep.tsx";
import type { DetailFieldsState } from "./detailsState.ts";

type SurveyQuestionsProps = { readonly groups: readonly DetailGroup[]; readonly details: DetailFieldsState };

/** The seller's questions about a ticket group, asked once for all its tickets. */
export function SurveyQuestions(props: SurveyQuestionsProps) {
  const t = useText(detailStrings);
  return (
    <FormStep name="survey" heading={t("details.survey")}>
      <SurveyFields {...props} />
    </FormStep>
  );
}

/** The questions without a heading, for a form that has its own. */
export function SurveyFields({ groups, details }: SurveyQuestionsProps) {
  const fieldError = useFieldError(details);
  return (
    <>
      {groups.map(({ ticket_group_id: group, group_name, survey }) => (
        <div key={group} className={css.group}>
          {groups.length > 1 && <h3>{group_name}</h3>}
          {survey.map((field) => (
            <Question
              key={field.name}
              field={field}
              answer={details.input.answers[group]?.[field.name]}
              error={fieldError(detailField.answer(group, field.name), { min: field.minimum, max: field.maximum })}
              onAnswer={(answer) =>
                details.changeField(detailField.answer(group, field.name), (input) => ({
                  ...input,
                  answers: { ...input.answers, [group]: { ...input.answers[group], [field.name]: answer } },
                }))
              }
            />
          ))}
        </div>
      ))}
    </>
  );
}

const inputAttributes: Readonly<Record<"text" | "email" | "date" | "number", TextInputProps>> = {
  text: {},
  email: emailInput,
  date: { type: "date" },
  number: { inputMode: "decimal" },
};

type SurveyAnswer = string | number | boolean | undefined;
type QuestionProps = {
  readonly field: SurveyField;
  readonly answer: SurveyAnswer;
  readonly error: string | undefined;
  readonly onAnswer: (answer: string | boolean) => void;
};

function Question({ field, answer, error, onAnswer }: QuestionProps) {
  const t = useText(detailStrings);
  const { kind, title, description, required, options, isWhole } = field;
  const optional = !required && t("details.optional");
  const shown = String(answer ?? "");
  switch (kind) {
    case "checkbox":
      return (
        <Checkbox
          label={title}
          hint={description}
          error={error}
          aria-required={required || undefined}
          checked={answer === true}
          onChange={(event) => onAnswer(event.target.checked)}
        />
      );
    case "radios":
      return (
        <RadioGroup
          legend={
            <>
              {title} {optional && <span className={css.quiet}>{optional}</span>}
              {description && <span className={css.hint}>{description}</span>}
            </>
          }
          options={options.map((option) => ({ value: option, label: option }))}
          value={options.includes(shown) ? shown : undefined}
          onChange={onAnswer}
          error={error}
        />
      );
    case "select":
      return (
        <Field label={title} hint={description} error={error} required={required} optional={optional}>
          <Select
            placeholder={t("details.choose")}
            options={options.map((option) => ({ value: option, label: option }))}
            value={options.includes(shown) ? shown : ""}
            onChange={(event) => onAnswer(event.target.value)}
          />
        </Field>
      );
    case "email":
    case "date":
    case "number":
    case "text":
      return (
        <Field label={title} hint={description} error={error} required={required} optional={optional}>
          <TextInput
            {...inputAttributes[kind]}
            {...(kind === "number" && isWhole && { inputMode: "numeric" })}
            value={shown}
            onChange={(event) => onAnswer(event.target.value)}
          />
        </Field>
      );
  }
}
