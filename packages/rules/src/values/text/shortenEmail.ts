/** An address by which its owner knows it, and nobody can write to it: 'a…@example.org'. Empty for none. */
export const shortenEmail = (email: string | null): string => {
  if (!email) return "";
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  return `${first}…${email.slice(at)}`;
};
