export const captchaStrings = {
  "captcha.altcha":
    "When you pay, your browser solves a short task that keeps bots out. No personal data is sent to anyone.",
  "captcha.recaptcha": "This site is protected by reCAPTCHA and the Google {privacy} and {terms} apply.",
  "captcha.hcaptcha": "This site is protected by hCaptcha and its {privacy} and {terms} apply.",
  "captcha.turnstile": "This site is protected by Cloudflare Turnstile and its {privacy} and {terms} apply.",
  "captcha.privacy": "Privacy Policy",
  "captcha.terms": "Terms of Service",
} as const;
