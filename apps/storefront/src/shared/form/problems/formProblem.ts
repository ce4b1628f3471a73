/** Why a form could not be submitted. */
export type FormProblem = { readonly kind: "expected" | "unexpected"; readonly text: string };
