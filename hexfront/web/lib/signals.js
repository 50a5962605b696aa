// @ts-check
/** Events within the page: who is interested listens, who changes something emits. */

export class Signals {
  /** @type {Map<string, Set<(detail?: any) => void>>} */
  #listeners = new Map();

  /**
   * @param {string} event
   * @param {(detail?: any) => void} listener
   */
  on(event, listener) {
    if (!this.#listeners.has(event)) this.#listeners.set(event, new Set());
    this.#listeners.get(event)?.add(listener);
    return () => this.#listeners.get(event)?.delete(listener);
  }

  /**
   * @param {string} event
   * @param {any} [detail]
   */
  emit(event, detail) {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(detail);
  }
}
