import { appLoginStatements } from "../../db/appLogin.ts";
import type { Command } from "../command.ts";

/** `foyer app-login`: prints the statements that give the app a login of its own. */
export const appLoginCommand: Command = {
  usage: "NAME",
  description: [
    "Prints the SQL that creates the login NAME for APP_DATABASE_URL, or resets its password and settings. The password",
    "comes from the standard input. Run the SQL as the owner of the database, after the first migration:",
    "  foyer app-login foyer_shop < PASSWORD_FILE | psql DATABASE_URL",
  ].join("\n"),
  run: async ([name, ...others], { readInput, print }) => {
    if (name === undefined || others.length > 0) throw new Error("foyer app-login needs the name of one login.");
    if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name))
      throw new Error(`'${name}' is not a valid login name. Use lowercase letters, digits and underscores.`);
    const password = (await readInput()).trim();
    if (password.length < 16)
      throw new Error("Pass the password on the standard input. It needs at least 16 characters.");
    for (const statement of appLoginStatements(name, password)) print(`${statement};`);
    return 0;
  },
};
