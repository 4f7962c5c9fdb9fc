// @ts-check
/**
 * The words of the page in the reader's language. A string is named by its English text:
 * `t("It is {name}'s turn", {name})`, `n("{n} mask left", "{n} masks left", left)`.
 *
 * @typedef {Record<string, string | number>} Values
 * @typedef {{language: string, words: Record<string, string | Record<string, string>>}} Catalogue
 */

/** @type {Catalogue} */
let catalogue = { language: "en", words: {} };
let plurals = new Intl.PluralRules(catalogue.language);

/** Fetch the catalogue that `<body data-words>` names. Without it the page speaks English. */
export async function loadWords() {
  const address = document.body.dataset.words;
  if (!address) return;
  try {
    const answer = await fetch(address);
    if (answer.ok) useWords(await answer.json());
  } catch (error) {
    console.warn(error);
  }
}

/** @param {Catalogue} words */
export function useWords(words) {
  catalogue = words;
  plurals = new Intl.PluralRules(words.language);
}

/** The language in use, for `Intl`. */
export function language() {
  return catalogue.language;
}

/**
 * A text in the reader's language.
 * @param {string} text the English text
 * @param {Values} [values] what stands for each `{name}` in it
 */
export function t(text, values) {
  const found = catalogue.words[text];
  return fill(typeof found === "string" ? found : text, values);
}

/**
 * A text that counts. `{n}` in it is the number, written as the language writes numbers.
 * @param {string} one the English text for one
 * @param {string} many the English text for any other number
 * @param {number} number
 * @param {Values} [values]
 */
export function n(one, many, number, values) {
  const found = catalogue.words[one];
  const forms = typeof found === "object" ? found : { one, other: many };
  const form = forms[plurals.select(number)] ?? forms.other;
  return fill(form, { n: number.toLocaleString(catalogue.language), ...values });
}

/**
 * @param {string} text
 * @param {Values} [values]
 */
function fill(text, values) {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
