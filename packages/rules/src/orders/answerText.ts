/** The answer to a question of a survey, as staff read it. */
export const answerText = (answer: unknown): string => {
  if (typeof answer === "boolean") return answer ? "Yes" : "No";
  return Array.isArray(answer) ? answer.map(String).join(", ") : String(answer);
};
