/**
 * An address shortened so that its owner recognises it and nobody else can use it: 'a…@example.org'. Empty if there is
 * none.
 */
export const shortenEmail = (email: string | null): string => {
  if (!email) return "";
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  return `${first}…${email.slice(at)}`;
};
