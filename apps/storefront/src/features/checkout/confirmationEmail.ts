/** Where the confirmation of the latest purchase went, for the page that says so. In memory only: no address is ever stored. */
let address: string | undefined;

export const rememberConfirmationEmail = (email: string | undefined): void => {
  address = email;
};
export const confirmationEmail = (): string | undefined => address;
