// @ts-check
/** The key of a seat stands behind the # of an address, which no browser sends and no log keeps. */

const KEY = /^#[\w-]{1,64}$/;

/** The key in this page's address, or nothing. */
export function keyInAddress() {
  return KEY.test(location.hash) ? location.hash.slice(1) : "";
}

/** Another key in the address of this page is another seat: begin anew. */
export function followAddress() {
  addEventListener("hashchange", () => location.reload());
}

/** The address of a seat. @param {string} table @param {string} key */
export function seatPath(table, key) {
  return `/t/${table}#${key}`;
}
