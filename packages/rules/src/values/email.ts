import { emailPattern } from "@foyer/contract/emailPattern.ts";

export const isEmail = (text: string): boolean => emailPattern.test(text);
