import { appLoginStatements } from "../../db/appLogin.ts";
import type { Command } from "../command.ts";

/** `foyer app-login`: the statements that give the app a login of its own. */
export const appLoginCommand: Command = {
  usage: "NAME",
  description: [
    "Prints the statements that create the login NAME for APP_DATABASE_URL, or set its password and settings anew. The",
    "password comes from the standard input. The database's owner runs them, after the first migration:",
    "  foyer app-login foyer_shop < PASSWORD_FILE | psql DATABASE_URL",
  ].join("\n"),
  run: async ([name, ...others], { readInput, print }) => {
    if (name === undefined || others.length > 0) throw new Error("foyer app-login needs the name of one login.");
    if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name))
      throw new Error(`'${name}' is not a name for a login. It has small letters, digits and underscores.`);
    const password = (await readInput()).trim();
    if (password.length < 16)
      throw new Error("The password must come from the standard input and have 16 characters or more.");
    for (const statement of appLoginStatements(name, password)) print(`${statement};`);
    return 0;
  },
};
