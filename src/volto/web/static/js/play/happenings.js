// @ts-check
/**
 * One happening after the other: the next is told when the one before has been played to its end.
 *
 * @template T
 */
export class Happenings {
  /** @type {T[]} */ #waiting = [];
  #playing = false;

  /**
   * @param {(happening: T) => Promise<void> | void} tell
   * @param {(waiting: T[]) => void} hurry is told who waits, whenever one comes while another is played
   */
  constructor(tell, hurry) {
    this.tell = tell;
    this.hurry = hurry;
  }

  /** @param {T} happening */
  add(happening) {
    this.#waiting.push(happening);
    if (this.#playing) this.hurry(this.#waiting);
    else this.#next();
  }

  #next() {
    while (!this.#playing && this.#waiting.length) {
      const playing = this.tell(/** @type {T} */ (this.#waiting.shift()));
      if (!playing) continue;
      this.#playing = true;
      void playing.catch(console.error).finally(() => {
        this.#playing = false;
        this.#next();
      });
      this.hurry(this.#waiting);
    }
  }
}
