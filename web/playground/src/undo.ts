// Undo and redo: earlier states, and undone ones.

// Changes of the same thing in quick succession, as by dragging, are undone together.
const together = 700;
const mostSteps = 200;

export class UndoStack<State> {
  #past: State[] = [];
  #future: State[] = [];
  #lastKey = '';
  #lastTime = -Infinity;

  /** Call before a change: `state` is what undoing brings back, `key` names what is changed. */
  record(state: State, key: string, now: number): void {
    const isSameChange = key === this.#lastKey && now - this.#lastTime < together;
    this.#lastKey = key;
    this.#lastTime = now;
    this.#future = [];
    if (isSameChange) return;
    this.#past.push(state);
    if (this.#past.length > mostSteps) this.#past.shift();
  }

  undo(current: State): State | undefined {
    return this.#exchange(this.#past, this.#future, current);
  }

  redo(current: State): State | undefined {
    return this.#exchange(this.#future, this.#past, current);
  }

  clear(): void {
    this.#past = [];
    this.#future = [];
    this.#lastTime = -Infinity;
  }

  /** Adapts every state, for another version of the document. */
  update(change: (state: State) => State): void {
    this.#past = this.#past.map(change);
    this.#future = this.#future.map(change);
  }

  #exchange(from: State[], to: State[], current: State): State | undefined {
    const state = from.pop();
    if (state === undefined) return undefined;
    to.push(current);
    this.#lastTime = -Infinity;
    return state;
  }
}
