import { isValidPhoneNumber, type CountryCode } from "libphonenumber-js/min";

/** Whether a number may be a telephone's. The small table of the library: the server looks more closely. */
export const isPhoneNumber = (number: string, country: string): boolean =>
  isValidPhoneNumber(number, country as CountryCode);
