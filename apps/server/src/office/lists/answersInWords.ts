import type { StaffContext } from "../../http/staff/staffContext.ts";
import { surveysOfGroups, type CartAnswers } from "./rows.sql.ts";

/** The answers of carts as text, with the title of each question if its survey still has it. */
export const answersInWords = async (
  ctx: StaffContext,
  carts: readonly CartAnswers[],
): Promise<(answers: CartAnswers) => string> => {
  const groups = [...new Set(carts.flatMap((answers) => Object.keys(answers)))];
  const surveys = groups.length === 0 ? [] : await surveysOfGroups(ctx, groups);
  const byGroup = new Map(surveys.map(({ id, survey }) => [id, survey?.properties ?? {}]));
  return (answers) =>
    Object.entries(answers)
      .flatMap(([group, given]) =>
        Object.entries(given).map(([key, answer]) => `${byGroup.get(group)?.[key]?.title ?? key}: ${wordsOf(answer)}`),
      )
      .join("; ");
};

const wordsOf = (answer: unknown): string => {
  if (typeof answer === "boolean") return answer ? "Yes" : "No";
  return Array.isArray(answer) ? answer.map(String).join(", ") : String(answer);
};
