import { isValidPhoneNumber, type CountryCode } from "libphonenumber-js/min";

/** Whether a text may be a phone number. Uses the small metadata of the library; the server checks more closely. */
export const isPhoneNumber = (number: string, country: string): boolean =>
  isValidPhoneNumber(number, country as CountryCode);
