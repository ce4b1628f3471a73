export const captchaStrings = {
  "captcha.altcha": "To keep bots out, your browser runs a short check when you pay. No personal data is shared.",
  "captcha.recaptcha": "This site is protected by reCAPTCHA and the Google {privacy} and {terms} apply.",
  "captcha.hcaptcha": "This site is protected by hCaptcha and its {privacy} and {terms} apply.",
  "captcha.turnstile": "This site is protected by Cloudflare Turnstile and its {privacy} and {terms} apply.",
  "captcha.privacy": "Privacy Policy",
  "captcha.terms": "Terms of Service",
} as const;
