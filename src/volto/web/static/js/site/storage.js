// @ts-check
/** What this browser keeps for its player. A browser that keeps nothing can still play. */

/** What is kept under a name, or null if there is nothing sound. @param {string} name */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // private windows and full stores: nothing is lost but comfort
  }
}
